package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.block.BlockFilter;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The record of a decision is made once, with its data for counts and searches. */
class DecisionRecordsTest {

  private static final int MOST = 4_096;

  private final OrganizationId tenant = OrganizationId.next();
  private final Asking asking = Decisions.asking(tenant);

  @Test
  void inputsThatAreTooLargeAreLeftOutAndTheRecordSaysSo() {
    LoggedDecision logged = granted(Map.of("large", "x".repeat(5_000)));

    assertThat(logged.weight()).isLessThan(1_000);
    JsonNode record = read(logged);
    assertThat(record.has("context")).isFalse();
    assertThat(record.at("/inputs").asText()).isEqualTo("omitted");
  }

  @Test
  void theWeightOfLargeInputsIsFoundWithoutReadingThem() {
    Map<String, Object> endless = Map.of("all", Collections.nCopies(Integer.MAX_VALUE, "x"));

    assertThat(InputWeight.of(Decisions.request(endless), MOST)).isBetween(MOST + 1, 2 * MOST);
    assertThat(InputWeight.ofRecord(Decisions.request(endless), MOST)).isLessThan(1_000);
  }

  /** Else one request takes the room of others, or the memory. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "\u6f22", "\u0001", "\"", "\ud800", "\u007f"})
  void noRecordTakesMuchMoreThanWasReserved(String sign) {
    String name = sign.repeat(1_000);
    Map<String, Object> context = Map.of(sign.repeat(20), List.of(sign.repeat(500), 1e300, true));
    DecisionRequest request =
        new DecisionRequest(
            new Party("user", name, context),
            new Asked.Permission("app:" + name, null),
            new Party(name, name, Map.of()),
            Map.of(),
            context,
            Aal.AAL1);
    int taken = Decisions.logged(request).weight();

    assertThat(reserved(request)).isBetween((long) taken, 2L * taken);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 4_000})
  void aCommonRecordTakesAboutWhatWasReserved(int length) {
    DecisionRequest request = Decisions.request(Map.of("note", "x".repeat(length)));
    int taken = Decisions.logged(request).weight();

    assertThat(reserved(request)).isBetween((long) taken, taken + 300L);
  }

  private long reserved(DecisionRequest request) {
    return InputWeight.ofRecord(request, MOST) + asking.record().length;
  }

  @Test
  void aBlockIsFoundByWhatTheRecordNames() {
    LoggedDecision logged = Decisions.logged(tenant);

    assertThat(logged.subject()).isEqualTo(BlockFilter.hash("s:user:ann"));
    assertThat(logged.resource()).isEqualTo(BlockFilter.hash("r:doc:1"));
    assertThat(Decisions.logged(Decisions.request(Map.of()).on(null)).resource()).isZero();
  }

  /** Byte for byte as if the denial had been decided. */
  @Test
  void whatWasWithdrawnIsRecordedAsTheCallerWasTold() {
    Map<String, Object> context = new HashMap<>();
    context.put("text", "half \ud800, \u00e4\u2028 \" \\ \n");
    context.put("numbers", Arrays.asList(1L, Long.MIN_VALUE, 2.5, 1e300, -0.0, null, true));
    context.put("deep", Map.of("matched", List.of("reason_code")));
    UUID id = UuidV7.next();
    LoggedDecision given = record(id, ReasonCode.GRANTED_BY_GRANT, context);

    LoggedDecision withdrawn = DecisionRecords.withdrawn(id, given);

    LoggedDecision told = record(id, ReasonCode.DEPENDENCY_UNAVAILABLE, context);
    assertThat(read(given).at("/matched/0/key").asText()).isEqualTo("app:read");
    assertThat(text(withdrawn)).isEqualTo(text(told));
    assertThat(withdrawn)
        .usingRecursiveComparison()
        .ignoringFields("line", "asking")
        .isEqualTo(told);
  }

  private LoggedDecision record(UUID id, ReasonCode reason, Map<String, Object> context) {
    boolean allowed = reason == ReasonCode.GRANTED_BY_GRANT;
    Decision decision =
        new Decision(
            reason,
            7,
            Aal.AAL1,
            allowed ? () -> new Match("grant", "app:read", id.toString()) : null,
            0);
    return Decisions.record(
        new MadeDecision(id, Decisions.NOW, asking, Decisions.request(context), decision));
  }

  private LoggedDecision granted(Map<String, Object> context) {
    return Decisions.logged(asking, ReasonCode.GRANTED_BY_GRANT, context);
  }

  private static String text(LoggedDecision logged) {
    return new String(logged.line(), StandardCharsets.US_ASCII);
  }

  private static JsonNode read(LoggedDecision logged) {
    try {
      return new ObjectMapper().readTree(logged.line());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
