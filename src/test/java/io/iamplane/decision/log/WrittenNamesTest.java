package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Names are remembered for as long as they mean the same, and only these. */
class WrittenNamesTest {

  private final OrganizationId tenant = OrganizationId.next();
  private final WrittenNames names = new WrittenNames();

  @Test
  void equalQuestionsAreWrittenOnce() {
    Asking asking = asking(tenant, Asking.Kind.CHECK);

    assertThat(names.subject(asking, null, Party.of("user", new String("ann"))))
        .isSameAs(names.subject(asking, null, Party.of("user", new String("ann"))));
    assertThat(names.question(asking, null, request("app:read", "doc")))
        .isSameAs(names.question(asking, null, request(new String("app:read"), "doc")));
  }

  /** Names of one tenant, type or kind are never written for another. */
  @Test
  void anythingElseIsAnotherName() {
    Asking asking = asking(tenant, Asking.Kind.CHECK);
    WrittenNames.Subject ann = names.subject(asking, null, Party.of("user", "ann"));
    WrittenNames.Question read = names.question(asking, null, request("app:read", "doc"));

    Asking foreign = asking(OrganizationId.next(), Asking.Kind.CHECK);
    assertThat(names.subject(foreign, null, Party.of("user", "ann"))).isNotEqualTo(ann);
    assertThat(names.question(foreign, null, request("app:read", "doc"))).isNotEqualTo(read);
    assertThat(text(names.subject(asking, null, Party.of("group", "ann")).text()))
        .contains("group:ann");
    assertThat(names.question(asking, null, request("app:read", null)).about()).isNull();
    assertThat(names.question(asking, null, request("app:read", "site")).about()).isEqualTo("site");
    assertThat(names.question(asking, null, request("app:read", null)).name().key()).isEmpty();
    Asking gate = asking(tenant, Asking.Kind.GATE);
    assertThat(names.question(gate, null, request("app:read", null)).name().key())
        .as("the control plane's own name")
        .isEqualTo("app:read");
  }

  /** Names that share a place take it from one another. */
  @Test
  void manyNamesAreWrittenAsOneIs() {
    Asking asking = asking(tenant, Asking.Kind.CHECK);
    Random random = new Random(9);
    for (int i = 0; i < 5_000; i++) {
      String id = "u" + random.nextInt(300);
      String key = "app:k" + random.nextInt(300);
      assertThat(text(names.subject(asking, null, Party.of("user", id)).text()))
          .isEqualTo("{\"subject\":\"user:" + id + "\"");
      assertThat(text(names.question(asking, null, request(key, "doc")).text()))
          .isEqualTo(
              "{\"application\":\"\",\"key\":\"\",\"asked\":{\"type\":\"permission\",\"name\":\""
                  + key
                  + "\"}");
    }
  }

  @Test
  void longNamesAreWrittenAndNotKept() {
    Asking asking = asking(tenant, Asking.Kind.CHECK);
    String id = "x".repeat(600);
    Party party = Party.of("user", id);

    assertThat(text(names.subject(asking, null, party).text())).contains(id);
    assertThat(names.subject(asking, null, party)).isNotSameAs(names.subject(asking, null, party));
    DecisionRequest request = request("app:" + id, null);
    assertThat(names.question(asking, null, request))
        .isNotSameAs(names.question(asking, null, request));
  }

  @Test
  void allKindsOfQuestionsHaveTheirMembers() {
    Asking asking = asking(tenant, Asking.Kind.CHECK);
    List<Asked> all =
        List.of(
            new Asked.Permission("read", "app"),
            new Asked.Relation("read", "app"),
            new Asked.Action("read", "app"));
    assertThat(all)
        .map(asked -> names.question(asking, null, request(asked, "doc")))
        .map(question -> text(question.text()).replaceAll(".*\"asked\":", ""))
        .containsExactly(
            "{\"type\":\"permission\",\"name\":\"read\",\"application\":\"app\"}",
            "{\"type\":\"relation\",\"name\":\"read\",\"application\":\"app\"}",
            "{\"type\":\"action\",\"name\":\"read\",\"application\":\"app\"}");
  }

  private static Asking asking(OrganizationId organization, Asking.Kind kind) {
    return new Asking(organization, kind, Caller.command(organization, "tester", "c-1"));
  }

  private static DecisionRequest request(String permission, @Nullable String about) {
    return request(new Asked.Permission(permission, null), about);
  }

  private static DecisionRequest request(Asked asked, @Nullable String about) {
    return new DecisionRequest(
        Party.of("user", "ann"),
        asked,
        about == null ? null : Party.of(about, "1"),
        Map.of(),
        Map.of(),
        Aal.AAL1);
  }

  private static String text(byte[] ascii) {
    return new String(ascii, StandardCharsets.US_ASCII);
  }
}
