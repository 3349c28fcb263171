package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The recordings are such as a test can send again. */
class ClientRecordingTest {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");
  private static final Set<String> PLACEHOLDERS =
      Set.of(
          "token",
          "client_id",
          "client_secret",
          "basic",
          "client_assertion",
          "uuid",
          "user",
          "permission",
          "permission_key",
          "step_up_permission",
          "application",
          "organization",
          "organization_key",
          "resource_type",
          "resource_id",
          "relation");

  static Stream<ClientRecording> all() {
    return Stream.of("node", "php").flatMap(client -> ClientRecording.of(client).stream());
  }

  @ParameterizedTest
  @MethodSource("all")
  void recordingSaysWhatItIs(ClientRecording recording) {
    assertThat(recording.contract()).isIn("accepted", "refused", "differs", "absent");
    assertThat(recording.needs())
        .isIn(null, "private_key_jwt", "introspection", "delegation", "secret fetch");
    assertThat(recording.reads()).isNotEmpty();
    assertThat(recording.note()).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("all")
  void requestCanBeSent(ClientRecording recording) {
    ClientRecording.Request request = recording.request();
    assertThat(request.method()).isIn("GET", "POST");
    assertThat(request.path()).startsWith("/");
    assertThat(request.body() == null || request.form() == null).isTrue();
    assertThat(request.headers().get("Content-Type")).isEqualTo(contentType(request));
    String all = recording.toString() + request + request.text();
    assertThat(PLACEHOLDER.matcher(all).results().map(found -> found.group(1)))
        .isSubsetOf(PLACEHOLDERS);
  }

  private static String contentType(ClientRecording.Request request) {
    if (request.text() == null) {
      return null;
    }
    return request.form() == null ? "application/json" : "application/x-www-form-urlencoded";
  }

  @ParameterizedTest
  @ValueSource(strings = {"node", "php"})
  void namesAreUnique(String client) {
    assertThat(ClientRecording.of(client))
        .extracting(ClientRecording::name)
        .doesNotHaveDuplicates();
  }

  /** Their contract: every member of a check is sent, even if the caller omits it. */
  @Test
  void everyCheckHasEveryMember() {
    List<ClientRecording> checks =
        all().filter(each -> each.request().path().endsWith("/decisions/check")).toList();
    assertThat(checks).hasSizeGreaterThan(10);
    assertThat(checks)
        .allSatisfy(each ->
            assertThat(Objects.requireNonNull(each.request().body()).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                    "subject",
                    "permission",
                    "organization",
                    "application",
                    "resource",
                    "context",
                    "current_aal",
                    "explain"));
  }

  @Test
  void placeholdersAreReplacedByNameAndStayText() {
    ClientRecording check =
        ClientRecording.of("php").getFirst().with(Map.of("user", "a\"b", "token", "t"));
    assertThat(Objects.requireNonNull(check.request().body()).at("/subject/id").asText())
        .isEqualTo("a\"b");
    assertThat(check.request().headers()).containsEntry("Authorization", "Bearer t");
    assertThat(check.request().text()).contains("${permission}");
    assertThat(PLACEHOLDER.matcher(check.toString()).results().map(MatchResult::group)).isEmpty();
  }

  @Test
  void formIsEncoded() {
    ClientRecording token =
        ClientRecording.of("php").stream()
            .filter(each -> each.name().startsWith("introspection"))
            .findFirst()
            .orElseThrow()
            .with(Map.of("token", "x", "client_id", "c", "client_secret", "a&b+c"));
    assertThat(token.request().text()).isEqualTo("token=x&client_id=c&client_secret=a%26b%2Bc");
  }
}
