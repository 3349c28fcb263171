package io.iamplane.directory.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewClientTest {

  @ParameterizedTest
  @ValueSource(strings = {"iam:grants.read", "iam:grants.*", "iam:decisions.*", "iam:*"})
  void permissionsOfTheControlPlaneAndPatternsOfThemAreTaken(String scope) {
    assertThat(client(Set.of(scope)).scopes()).containsExactly(scope);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a b",
        "a\"",
        "a\\b",
        "a\n",
        "a\0",
        "é",
        "a\tb",
        "read",
        "*",
        "*:*",
        "iam",
        "iam:",
        "iam:.",
        "iam:users.",
        "iam:us*",
        "iam:*.read",
        "iam:users.* ",
        "IAM:users.read",
        "warehouse:stock.read",
        "warehouse:*",
        "https://api.example.com/a",
        "iam:users read"
      })
  void anythingElseIsRefused(String scope) {
    assertRefused(Set.of(scope));
  }

  @Test
  void tooLongAndTooManyAreRefused() {
    assertRefused(Set.of("iam:" + "a".repeat(97)));
    assertThat(client(scopes(NewClient.MAX_SCOPES)).scopes()).hasSize(NewClient.MAX_SCOPES);
    assertRefused(scopes(NewClient.MAX_SCOPES + 1));
  }

  @Test
  void laterChangesOfTheSetDoNotReachTheClient() {
    Set<String> scopes = new HashSet<>(Set.of("iam:users.read"));
    NewClient client = client(scopes);
    scopes.add("iam:*");
    assertThat(client.scopes()).containsExactly("iam:users.read");
  }

  private static Set<String> scopes(int count) {
    return IntStream.range(0, count).mapToObj(i -> "iam:s" + i).collect(Collectors.toSet());
  }

  private static NewClient client(Set<String> scopes) {
    return new NewClient(
        OrganizationId.next(), new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "1"), scopes);
  }

  private static void assertRefused(Set<String> scopes) {
    assertThatThrownBy(() -> client(scopes))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION);
              assertThat(e.errors()).containsOnlyKeys("scopes");
            });
  }
}
