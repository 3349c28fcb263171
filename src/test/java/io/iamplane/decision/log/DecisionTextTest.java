package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The record of a decision has the question, the caller and the outcome. */
class DecisionTextTest {

  private static final AskedName NAME = new AskedName("app", "app:read");

  private final OrganizationId tenant = OrganizationId.next();
  private final DecisionText text = new DecisionText(Set.of("password", "ssn"));

  @Test
  void theMembersAreAlwaysInTheSameOrder() {
    MadeDecision logged =
        Decisions.made(Decisions.asking(tenant), ReasonCode.NO_MATCHING_GRANT, Map.of());

    assertThat(line(logged))
        .isEqualTo(
            ("{'id':'%s','at':'2026-03-01T12:00:00.123456Z','kind':'check','outcome':'deny',"
                    + "'reason_code':'no_matching_grant','policy_version':7,'required_aal':'aal1',"
                    + "'matched':[],'subject':'user:0192','subject_asked':'user:ann',"
                    + "'application':'app','key':'app:read','asked':{'type':'permission','name':'app:read'},"
                    + "'resource':'doc:1','current_aal':'aal1','inputs':'complete',"
                    + "'asked_by':'cli:tester','correlation_id':'c-1'}")
                .formatted(logged.id())
                .replace('\'', '"'));
  }

  @Test
  void aLineFeedOfACallerDoesNotEndTheLine() {
    MadeDecision logged =
        Decisions.made(
            Decisions.asking(tenant),
            ReasonCode.GRANTED_BY_GRANT,
            Map.of("note", "one\ntwo\r\n\u2028\u0000\"}"));

    assertThat(line(logged)).doesNotContain("\n").doesNotContain("\r");
    assertThat(read(logged).at("/context/note").asText()).isEqualTo("one\ntwo\r\n\u2028\u0000\"}");
  }

  @Test
  void halfASurrogatePairIsWritten() {
    MadeDecision logged =
        Decisions.made(
            Decisions.asking(tenant), ReasonCode.GRANTED_BY_GRANT, Map.of("a\ud800", "b\udc00ä漢"));

    assertThat(line(logged)).contains("\\uD800").contains("\\uDC00");
    assertThat(read(logged).at("/context/a\ud800").asText()).isEqualTo("b\udc00ä漢");
  }

  @Test
  void inputsAreKeptAsConditionsReadThem() {
    Map<String, Object> context =
        Map.of("all", Arrays.asList("a", 1L, 2.5, true, null, Map.of("deep", List.of(1e300))));
    JsonNode record =
        read(Decisions.made(Decisions.asking(tenant), ReasonCode.GRANTED_BY_GRANT, context));

    assertThat(record.at("/context").toString())
        .isEqualTo("{\"all\":[\"a\",1,2.5,true,null,{\"deep\":[1.0E300]}]}");
    assertThat(record.at("/inputs").asText()).isEqualTo("complete");
  }

  @Test
  void valuesOfRedactedNamesAreNotWrittenAtAnyDepth() {
    Map<String, Object> context =
        Map.of("a", List.of(Map.of("ssn", "078-05-1120", "b", 1L)), "password", List.of("hunter2"));
    MadeDecision logged =
        Decisions.made(Decisions.asking(tenant), ReasonCode.GRANTED_BY_GRANT, context);

    assertThat(line(logged)).doesNotContain("078-05").doesNotContain("hunter2");
    JsonNode record = read(logged);
    assertThat(record.at("/context/a/0/ssn").asText()).isEqualTo("[redacted]");
    assertThat(record.at("/context/a/0/b").asInt()).isEqualTo(1);
    assertThat(record.at("/inputs").asText()).isEqualTo("redacted");
  }

  @Test
  void valuesOfConditionsThatARequestBringsAreRedactedToo() {
    DecisionRequest asked = Decisions.request(Map.of());
    RelationFact relation =
        new RelationFact(
            "contextual_relations[0]",
            RelationFact.Subject.of(new SubjectRef("user", "ann")),
            "opener",
            new SubjectRef("safe", "s1"),
            new ConditionUse("known", Map.of("ssn", "078-05-1120", "b", 1L)),
            null,
            null);
    MadeDecision logged =
        Decisions.made(
            new DecisionRequest(
                asked.subject(),
                asked.asked(),
                asked.resource(),
                asked.action(),
                asked.context(),
                asked.currentAal(),
                List.of(relation)),
            ReasonCode.NO_MATCHING_GRANT);

    assertThat(line(logged)).doesNotContain("078-05");
    JsonNode record = read(logged);
    JsonNode named = record.at("/contextual_relations/0/named_condition");
    assertThat(named.toString())
        .contains("\"name\":\"known\"", "\"ssn\":\"[redacted]\"", "\"b\":1");
    assertThat(record.at("/inputs").asText()).isEqualTo("redacted");
  }

  @Test
  void recordsOfSeveralRequestsNameEachItsOwnAsker() {
    Asking first = Decisions.asking(tenant);
    Asking other =
        new Asking(tenant, Asking.Kind.GATE, Caller.command(tenant, "night\u2028job", "c-\"2\""));
    List<String> askers =
        Stream.of(first, first, other, first)
            .map(asking -> read(Decisions.made(asking, ReasonCode.EXPLICIT_DENY, Map.of())))
            .map(record ->
                record.at("/asked_by").asText() + " " + record.at("/correlation_id").asText())
            .toList();

    assertThat(askers)
        .containsExactly(
            "cli:tester c-1", "cli:tester c-1", "cli:night\u2028job c-\"2\"", "cli:tester c-1");
  }

  @Test
  void aRecordThatCannotBeWrittenLeavesNothingInTheNext() {
    Object planted =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("planted");
          }
        };
    Map<String, Object> bad = Map.of("deep", List.of(planted));
    Asking asking = Decisions.asking(tenant);
    MadeDecision good = Decisions.made(asking, ReasonCode.EXPLICIT_DENY, Map.of("a", 1L));
    MadeDecision failing = Decisions.made(asking, ReasonCode.EXPLICIT_DENY, bad);
    String before = line(good);

    assertThatThrownBy(() -> line(failing)).hasMessage("planted");
    assertThat(line(good)).isEqualTo(before);
  }

  @Test
  void relationsAndActionsAreRecordedInTheirOwnWords() {
    assertThat(asked(new Asked.Relation("owner", "app")))
        .isEqualTo("{\"type\":\"relation\",\"name\":\"owner\",\"application\":\"app\"}");
    assertThat(asked(new Asked.Action("open", null)))
        .isEqualTo("{\"type\":\"action\",\"name\":\"open\"}");
  }

  @ParameterizedTest
  @EnumSource
  void everyReasonHasAnOutcome(ReasonCode reason) {
    JsonNode record = read(Decisions.made(Decisions.asking(tenant), reason, Map.of()));

    assertThat(record.at("/outcome").asText())
        .isEqualTo(
            Decisions.decision(reason).allowed()
                ? "allow"
                : Decisions.decision(reason).requiresStepUp() ? "step_up" : "deny");
  }

  private String asked(Asked asked) {
    DecisionRequest request =
        new DecisionRequest(Party.of("user", "ann"), asked, null, Map.of(), Map.of(), Aal.AAL1);
    return read(Decisions.made(request, ReasonCode.PERMISSION_UNKNOWN)).at("/asked").toString();
  }

  private String line(MadeDecision made) {
    byte[] line = Decisions.text(text, made, NAME, "0192", true);
    return new String(line, StandardCharsets.US_ASCII);
  }

  private JsonNode read(MadeDecision made) {
    return read(line(made));
  }

  private static JsonNode read(String line) {
    try {
      return new ObjectMapper().readTree(line);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
