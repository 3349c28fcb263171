package io.iamplane.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.iamplane.chain.AuditConfig.CallerMode;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.StartUpCheck.Severity;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.AuditSettings;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerTraceTest {

  private static final String PEPPER = "sixteen characters, and more";
  private static final String ADDRESS = "203.0.113.7";
  private static final String AGENT = "curl/8.5";
  private static final OrganizationId TENANT = OrganizationId.next();

  @Test
  void fullKeepsThemApartFromTheRecordThatHoldsTheirDigests() {
    CanonicalRecord record = record(trace(CallerMode.FULL, null), ADDRESS, AGENT);

    assertThat(record.text())
        .doesNotContain(ADDRESS)
        .doesNotContain(AGENT)
        .contains("\"ip\":{\"sha256\":\"")
        .contains("\"user_agent\":{\"sha256\":\"");
    assertThat(record.personal())
        .extracting(PersonalValue::path)
        .containsExactly("/ip", "/user_agent");
    assertThat(record.personal()).allMatch(value -> value.subject().equals("user:ann"));
  }

  @Test
  void hashShowsThatTwoAreTheSameAndNothingElse() {
    CallerTrace trace = trace(CallerMode.HASH, PEPPER);
    CanonicalRecord record = record(trace, ADDRESS, AGENT);

    assertThat(record.personal()).isEmpty();
    assertThat(record.text())
        .doesNotContain(ADDRESS)
        .doesNotContain(AGENT)
        .containsPattern("\"ip\":\"hmac-sha256:[0-9a-f]{64}\"")
        .containsPattern("\"user_agent\":\"hmac-sha256:[0-9a-f]{64}\"");
    String address = trace.address(origin(ADDRESS, AGENT));
    assertThat(address)
        .isEqualTo(trace.address(origin(ADDRESS, null)))
        .isNotEqualTo(trace.address(origin("203.0.113.8", AGENT)))
        .isNotEqualTo(trace(CallerMode.HASH, PEPPER + "!").address(origin(ADDRESS, AGENT)));
  }

  /** The value that {@code openssl dgst -sha256 -hmac} prints. */
  @Test
  void theHashIsHmacSha256UnderThePepper() {
    assertThat(trace(CallerMode.HASH, PEPPER).address(origin(ADDRESS, null)))
        .isEqualTo("hmac-sha256:53e3e8dd3426ad8c1bc7be7f50d5cf766411cc1d589ac1e52cbcb6310df28641");
  }

  @Test
  void noneTellsNothing() {
    CanonicalRecord record = record(trace(CallerMode.NONE, null), ADDRESS, AGENT);

    assertThat(record.text()).doesNotContain("\"ip\"").doesNotContain("user_agent");
    assertThat(record.personal()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(CallerMode.class)
  void whoHasNoAddressLeavesNone(CallerMode mode) {
    CanonicalRecord record = record(trace(mode, PEPPER), null, null);

    assertThat(record.text()).doesNotContain("\"ip\"").doesNotContain("user_agent");
    assertThat(record.personal()).isEmpty();
  }

  @Test
  void aLongUserAgentIsCut() {
    CallerTrace trace = trace(CallerMode.FULL, null);

    assertThat(trace.userAgent(origin(null, "x".repeat(512)))).hasSize(512);
    assertThat(trace.userAgent(origin(null, "x".repeat(513)))).hasSize(512);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"fifteen letters", "                    x"})
  void hashingWithoutASecretStopsTheStart(@Nullable String pepper) {
    assertThat(trace(CallerMode.HASH, pepper).findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line()).startsWith("iam.audit.pepper: ").contains("IAM_AUDIT_PEPPER");
          if (pepper != null) {
            assertThat(finding.line()).doesNotContain(pepper);
          }
        });
  }

  @Test
  void otherwiseTheStartIsNotHeldUp() {
    assertThat(trace(CallerMode.HASH, PEPPER).findings()).isEmpty();
    assertThat(trace(CallerMode.FULL, null).findings()).isEmpty();
    assertThat(trace(CallerMode.NONE, null).findings()).isEmpty();
  }

  @Test
  void withoutThePepperNothingIsHashed() {
    CallerTrace trace = trace(CallerMode.HASH, null);

    assertThatThrownBy(() -> trace.address(origin(ADDRESS, null)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("iam.audit.pepper is not set");
  }

  private static CallerTrace trace(CallerMode mode, @Nullable String pepper) {
    return new CallerTrace(AuditSettings.defaults().tracing(mode, Optional.ofNullable(pepper)));
  }

  private static Caller.Origin origin(@Nullable String address, @Nullable String agent) {
    return new Caller.Origin("correlation", address, agent);
  }

  private static CanonicalRecord record(
      CallerTrace trace, @Nullable String address, @Nullable String agent) {
    Caller caller =
        new Caller(
            TENANT, false, new SubjectRef("user", "ann"), null, Aal.AAL1, origin(address, agent));
    AuditEntry entry =
        new AuditEntry(
            UuidV7.next(),
            Instant.EPOCH,
            caller,
            EventType.USER_CREATED,
            new AuditEntry.Target("user", "bob"),
            null,
            JsonNodeFactory.instance.objectNode().put("name", "Bob"),
            Set.of());
    return CanonicalRecord.of(TENANT, entry, 1, trace);
  }
}
