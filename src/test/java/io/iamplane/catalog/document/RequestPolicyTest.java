package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.document.RequestPolicy.ApproverType;
import io.iamplane.catalog.document.RequestPolicy.Visibility;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestPolicyTest {

  private static final Map<String, Object> STEP =
      Map.of("approver_type", "group", "approver_ref", "leads");

  @Test
  void theLeastIsAStep() {
    RequestPolicy policy = RequestPolicy.of(Map.of("approval_steps", List.of(STEP))).orElseThrow();
    assertThat(policy.steps()).containsExactly(new RequestPolicy.Step(ApproverType.GROUP, "leads"));
    assertThat(policy.visibility()).isEqualTo(Visibility.PUBLIC);
    assertThat(policy.maxDuration()).isEqualTo(Duration.ofDays(90));
    assertThat(policy.requiresJustification()).isTrue();
  }

  @Test
  void everyMemberCounts() {
    RequestPolicy policy =
        RequestPolicy.of(
                Map.of(
                    "visibility", "hidden",
                    "approval_steps", List.of(STEP, STEP),
                    "max_duration", "PT8H",
                    "requires_justification", false,
                    "x_note", "ours"))
            .orElseThrow();
    assertThat(policy.visibility()).isEqualTo(Visibility.HIDDEN);
    assertThat(policy.steps()).hasSize(2);
    assertThat(policy.maxDuration()).isEqualTo(Duration.ofHours(8));
    assertThat(policy.requiresJustification()).isFalse();
  }

  @Test
  void whatIsWrongIsNamedAndCannotBeRequested() {
    wrong(Map.of("visibility", "all"), "visibility");
    wrong(Map.of("max_duration", "P400D"), "max_duration");
    wrong(Map.of("max_duration", "PT59S"), "max_duration");
    wrong(Map.of("max_duration", "-P1D"), "max_duration");
    wrong(Map.of("max_duration", 90), "max_duration");
    wrong(Map.of("requires_justification", "no"), "requires_justification");
    wrong(Map.of("approval_steps", List.of()), "approval_steps");
    wrong(Map.of("approval_steps", "leads"), "approval_steps");
    wrong(Map.of("approval_steps", Collections.nCopies(11, STEP)), "approval_steps");
    wrong(Map.of("approval_steps", List.of("leads")), "approval_steps[0]");
    wrong(
        Map.of("approval_steps", List.of(STEP, Map.of("approver_type", "group"))),
        "approval_steps[1]");
    wrong(
        Map.of("approval_steps", List.of(Map.of("approver_type", "boss", "approver_ref", "ann"))),
        "approval_steps[0].approver_type");
    wrong(
        Map.of("approval_steps", List.of(Map.of("approver_type", "user", "approver_ref", " "))),
        "approval_steps[0].approver_ref");
    wrong(Collections.singletonMap("approval_steps", null), "approval_steps");
  }

  @Test
  void withoutStepsNoOneCouldApprove() {
    assertThat(RequestPolicy.of(Map.of())).isEmpty();
    assertThat(RequestPolicy.of(Map.of("approvers", List.of("manager"), "max_days", 90))).isEmpty();
    assertThat(RequestPolicy.faults(Map.of("approvers", List.of("manager")))).isEmpty();
  }

  private static void wrong(Map<String, Object> request, String place) {
    assertThat(RequestPolicy.faults(request)).containsOnlyKeys(place);
    assertThat(RequestPolicy.of(request)).isEmpty();
  }
}
