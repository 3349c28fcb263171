package io.iamplane.webhook.right;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.EventType;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventRightsTest {

  private static final Caller CALLER =
      new Caller(
          OrganizationId.next(),
          false,
          new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "robot"),
          "client",
          Aal.AAL1,
          new Caller.Origin("test", null, null));

  @ParameterizedTest
  @EnumSource(EventType.class)
  void everyTypeTakesItsPermissionAndNoOtherHelps(EventType type) {
    String needed = EventPermissions.of(type).key();
    assertThat(EventPermissions.of(type).platformOnly()).as("a tenant can hold it").isFalse();
    assertThatCode(() -> holding(needed::equals).require(CALLER, type.wire()))
        .doesNotThrowAnyException();
    EventRights allButThat = holding(key -> !key.equals(needed));
    refused(allButThat, Set.of(type), needed);
    refused(allButThat, EventFilter.covered(List.of("*")), needed);
    assertThat(allButThat.readable(CALLER)).doesNotContain(type.wire());
    assertThat(holding(needed::equals).readable(CALLER)).contains(type.wire());
  }

  @ParameterizedTest
  @EnumSource(EventType.class)
  void theGuideNamesThePermissionOfEveryType(EventType type) throws IOException {
    String group = type.wire().substring(0, type.wire().indexOf('.', 4)) + ".*";
    assertThat(Files.readAllLines(Path.of("docs/webhooks.md")))
        .anyMatch(line ->
            line.startsWith("|")
                && line.contains('`' + group + '`')
                && line.contains('`' + EventPermissions.of(type).key() + '`'));
  }

  @Test
  void aWildcardTakesAllThatItCovers() {
    Set<EventType> covered = EventFilter.covered(List.of("iam.group.*", "iam.user.created"));
    assertThat(covered)
        .containsExactlyInAnyOrder(
            EventType.GROUP_CREATED,
            EventType.GROUP_UPDATED,
            EventType.GROUP_REVOKED,
            EventType.USER_CREATED);
    refused(holding("iam:groups.read"::equals), covered, "iam:users.read");
    refused(holding("iam:users.read"::equals), covered, "iam:groups.read");
    assertThatCode(() ->
            holding(Set.of("iam:users.read", "iam:groups.read")::contains).require(CALLER, covered))
        .doesNotThrowAnyException();
    assertThat(EventFilter.covered(List.of("*"))).containsExactlyInAnyOrder(EventType.values());
  }

  @Test
  void aTypeThatIsNotKnownTakesAll() {
    refused(holding(key -> !key.equals("iam:roles.read")), "iam.unknown.type", "iam:roles.read");
  }

  @Test
  void nothingIsPassedOverWhileRightsAreNotKnown() {
    EventRights rights = new EventRights(answering(_ -> Authorizer.Verdict.UNAVAILABLE));
    assertThatThrownBy(() -> rights.readable(CALLER))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE));
  }

  private static void refused(EventRights rights, Set<EventType> types, String permission) {
    assertThatThrownBy(() -> rights.require(CALLER, types))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN);
              assertThat(e.detail()).contains(permission);
            });
  }

  private static void refused(EventRights rights, String type, String permission) {
    assertThatThrownBy(() -> rights.require(CALLER, type))
        .isInstanceOf(IamException.class)
        .hasMessageContaining(permission);
    assertThat(Arrays.stream(EventType.values()).map(EventType::wire)).doesNotContain(type);
  }

  private static EventRights holding(Predicate<String> permissions) {
    return new EventRights(
        answering(
            key -> permissions.test(key) ? Authorizer.Verdict.ALLOWED : Authorizer.Verdict.DENIED));
  }

  private static Authorizer answering(Function<String, Authorizer.Verdict> to) {
    return new Authorizer() {
      @Override
      public Verdict authorize(Caller caller, String permission) {
        return to.apply(permission);
      }

      @Override
      public Verdict standing(Caller caller) {
        return Verdict.ALLOWED;
      }
    };
  }
}
