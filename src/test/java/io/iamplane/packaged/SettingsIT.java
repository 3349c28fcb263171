package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Ended;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A production start without required settings prints one line for each, and no stack trace. */
class SettingsIT {

  private static final int REFUSED = 1;
  private static final int USAGE = 2;
  private static final String SOMEWHERE = "jdbc:postgresql://127.0.0.1:1/iam";

  @Test
  void aStartWithoutSettingsNamesEachInOneLine() {
    Ended ended = PackagedApp.run(Map.of());

    assertThat(ended.exitCode()).isEqualTo(REFUSED);
    assertThat(findings(ended))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).startsWith("quarkus.datasource.jdbc.url: "),
            line -> assertThat(line).startsWith("iam.admin.audience: "),
            line -> assertThat(line).startsWith("iam.kek: "),
            line -> assertThat(line).startsWith("iam.oauth.encryption-key: "),
            line -> assertThat(line).startsWith("iam.issuer: "));
    assertThat(ended.err() + ended.out()).doesNotContain("\tat ").doesNotContain("Exception");
  }

  @Tag("ci")
  @Tag("jvm")
  @Test
  void aStartThatCouldSurviveALackOfMemoryIsWarned() {
    try (PackagedApp server =
        PackagedApp.start(
            "-XX:-ExitOnOutOfMemoryError", FreshDatabase.plainHttp(SOMEWHERE), "serve")) {
      await().atMost(PackagedApp.PATIENCE).until(() -> server.status("/api/iam/v1/health") == 200);
      assertThat(server.err()).contains("-XX:+ExitOnOutOfMemoryError: this JVM option is not set");
    }
  }

  @Tag("ci")
  @Test
  void serveWithoutADatabaseNamesTheSetting() {
    Map<String, String> environment = FreshDatabase.environment(SOMEWHERE);
    environment.remove("QUARKUS_DATASOURCE_JDBC_URL");

    Ended ended = PackagedApp.run(environment, "serve");

    assertThat(ended.exitCode()).isEqualTo(REFUSED);
    assertThat(findings(ended))
        .singleElement()
        .asString()
        .startsWith("quarkus.datasource.jdbc.url: ")
        .contains("QUARKUS_DATASOURCE_JDBC_URL");
  }

  @Tag("ci")
  @Test
  void theKeysOfDevelopmentAreRefused() {
    Map<String, String> environment = new HashMap<>(FreshDatabase.environment(SOMEWHERE));
    environment.put("IAM_KEK", "aWFtIGRldmVsb3BtZW50IGtleSwgbm90IHNlY3JldCE=");

    Ended ended = PackagedApp.run(environment);

    assertThat(ended.exitCode()).isEqualTo(REFUSED);
    assertThat(findings(ended)).singleElement().asString().startsWith("iam.kek: ");
  }

  @Test
  @Tag("ci")
  void keysOfTheWrongLengthAndPreviousOnesAreRefusedWithoutTheirValue() {
    Map<String, String> environment = new HashMap<>(FreshDatabase.environment(SOMEWHERE));
    environment.put("IAM_KEK", "MARKEDAA");
    environment.put("IAM_PREVIOUS_KEKS", "MARKEDAA");
    environment.put("IAM_OAUTH_ENCRYPTION_KEY", "MARKED!!");
    environment.put(
        "IAM_OAUTH_PREVIOUS_ENCRYPTION_KEYS", "aWFtIGRldmVsb3BtZW50IGJveCwgbm90IHNlY3JldCE=");

    Ended ended = PackagedApp.run(environment);

    assertThat(ended.exitCode()).isEqualTo(REFUSED);
    assertThat(findings(ended))
        .allSatisfy(line -> assertThat(line).endsWith("openssl rand -base64 32"))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).startsWith("iam.kek: must be exactly 32 bytes long, not 6"),
            line ->
                assertThat(line)
                    .startsWith("iam.previous-keks: must be exactly 32 bytes long, not 6"),
            line -> assertThat(line).startsWith("iam.oauth.encryption-key: must be base64"),
            line ->
                assertThat(line)
                    .startsWith(
                        "iam.oauth.previous-encryption-keys: must not be the development default"));
    assertThat(ended.err() + ended.out()).doesNotContain("MARKED", "\tat ");
  }

  @Tag("ci")
  @Test
  void keyProvidersThatCannotBeReachedSafelyAreRefused() {
    Map<String, String> environment = new HashMap<>(FreshDatabase.environment(SOMEWHERE));
    environment.put("IAM_KEYS_PROVIDER", "vault");
    environment.put("IAM_KEYS_VAULT_URL", "http://vault.example.com:8200");
    environment.put("IAM_KEYS_PREVIOUS_PROVIDER", "pkcs11");
    environment.put("IAM_KEYS_PKCS11_LIBRARY", "/nowhere/lib.so");

    Ended ended = PackagedApp.run(environment);

    assertThat(ended.exitCode()).isEqualTo(REFUSED);
    assertThat(findings(ended))
        // Of the executable alone, which has no PKCS #11.
        .filteredOn(line ->
            PackagedApp.EXECUTABLE.isEmpty()
                || !line.startsWith("iam.keys.provider: this build does not support pkcs11"))
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line).startsWith("iam.keys.vault.url: the token and keys would cross"),
            line ->
                assertThat(line)
                    .startsWith("iam.keys.vault.token: no login method is set; set exactly one of"),
            line -> assertThat(line).startsWith("iam.keys.pkcs11.library: cannot be read; set it"),
            line -> assertThat(line).startsWith("iam.keys.pkcs11.pin-file: must be set; set it"));
  }

  @Tag("ci")
  @Test
  void aKeyProviderThatDoesNotExistIsRefused() {
    Map<String, String> environment = new HashMap<>(FreshDatabase.environment(SOMEWHERE));
    environment.put("IAM_KEYS_PROVIDER", "vualt");

    Ended ended = PackagedApp.run(environment);

    assertThat(ended.exitCode()).isEqualTo(REFUSED);
    assertThat(findings(ended))
        .singleElement()
        .isEqualTo(
            "iam.keys.provider: unknown key provider; set it to one of local, pkcs11, vault");
  }

  @Tag("ci")
  @Test
  void anAttestationThatNoPasskeyCanHaveIsRefused() {
    Map<String, String> environment = new HashMap<>(FreshDatabase.environment(SOMEWHERE));
    environment.put("IAM_PASSKEY_ATTESTATION", "required");
    environment.put("IAM_PASSKEY_TRUST_ANCHORS", "/nowhere/anchors.pem");
    environment.put("IAM_PASSKEY_AUTHENTICATORS", "a blue key");

    Ended ended = PackagedApp.run(environment);

    assertThat(ended.exitCode()).isEqualTo(REFUSED);
    assertThat(findings(ended))
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line)
                    .startsWith(
                        "iam.passkey.trust-anchors: the file cannot be read; set it to the path of"
                            + " a PEM file"),
            line ->
                assertThat(line)
                    .startsWith("iam.passkey.authenticators: 'a blue key' is not an AAGUID; use"));
  }

  @Test
  void aCeilingOfZeroIsRefused() {
    Map<String, String> environment = new HashMap<>(FreshDatabase.environment(SOMEWHERE));
    environment.put("IAM_ADMIN_RATE_LIMIT", "0");
    environment.put("IAM_OAUTH_RATE_LIMIT", "0");
    environment.put("IAM_DECISION_RATE_LIMIT", "-1");

    Ended ended = PackagedApp.run(environment);

    assertThat(ended.exitCode()).isEqualTo(REFUSED);
    assertThat(ended.err() + ended.out())
        .contains("iam.admin.rate-limit must be greater than or equal to 1")
        .contains("iam.oauth.rate-limit must be greater than or equal to 1")
        .contains("iam.decision.rate-limit must be greater than or equal to 1")
        .doesNotContain("\tat ");
  }

  @Tag("ci")
  @Test
  void keysThatCannotBeReadAreRefused() {
    Map<String, String> environment = new HashMap<>(FreshDatabase.environment(SOMEWHERE));
    environment.put("IAM_AUDIT_TRUSTED_KEYS", "iam.example.com+00000000+nonsense");
    environment.put("IAM_AUDIT_CALLER", "hash");

    Ended ended = PackagedApp.run(environment);

    assertThat(ended.exitCode()).isEqualTo(REFUSED);
    assertThat(findings(ended))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).startsWith("iam.audit.pepper: "),
            line -> assertThat(line).startsWith("iam.audit.trusted-keys: ").contains("key 1 of 1"));
    assertThat(ended.err() + ended.out()).contains("iam.audit.anchor: not set");
  }

  /** The owner of the tables serves nothing, unless that is accepted. */
  @Tag("ci")
  @Test
  void aRoleThatCouldRewriteTheAuditLogStopsTheStart() {
    Map<String, String> environment =
        FreshDatabase.environment(FreshDatabase.url(FreshDatabase.migrated()));
    environment.remove("IAM_AUDIT_ACCEPT_SINGLE_ROLE");

    Ended ended = PackagedApp.run(environment, "serve");

    assertThat(ended.exitCode()).isEqualTo(REFUSED);
    assertThat(findings(ended))
        .singleElement()
        .asString()
        .startsWith("quarkus.datasource.username: ")
        .contains("iam:migrate --grant-to", "IAM_AUDIT_ACCEPT_SINGLE_ROLE=true");
  }

  @Tag("ci")
  @Test
  void aCommandWithoutADatabaseNamesTheSetting() {
    Ended ended = PackagedApp.run(Map.of(), "iam:migrate");

    assertThat(ended.exitCode()).isEqualTo(USAGE);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines())
        .singleElement()
        .asString()
        .startsWith("iam: quarkus.datasource.jdbc.url: ");
  }

  /** The output without the log lines, which are objects. */
  private static List<String> findings(Ended ended) {
    return (ended.err() + ended.out())
        .lines()
        .filter(line -> !line.isBlank() && line.charAt(0) != '{')
        .toList();
  }
}
