package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** A relation gives privileged rights as a grant does. */
@QuarkusTest
class PrivilegedSubjectsApiTest {

  private static final String DOCS =
      AdminTenant.WAREHOUSE
          .replace(
              "{\"key\": \"stock.adjust\"}",
              """
              {"key": "stock.adjust"},
              {"key": "doc.sign", "risk": "high", "resource": "doc", "relation": "sign"}\
              """)
          .replace(
              "\"types\": {",
              """
              "types": {
                "doc": {
                  "relations": {"signer": "user", "reader": "user"},
                  "permissions": {"sign": "signer"}},
              """);

  @Inject GuardedTenant guarded;
  @Inject PrivilegedSubjects privileged;
  @Inject Changes changes;

  @Test
  void aRelationThatGivesAHighRiskRightIsOne() {
    AdminTenant tenant = guarded.tenant();
    tenant.apply("warehouse", DOCS);
    String signer = "user:" + tenant.made("users", "{'name': 'Ann'}");
    String reader = "user:" + tenant.made("users", "{'name': 'Bob'}");
    relate(signer, "signer");
    relate(reader, "reader");

    assertThat(isPrivileged(tenant, signer)).isTrue();
    assertThat(isPrivileged(tenant, reader)).isFalse();
  }

  /** A member would get what the model finds beyond the group, which the guard demands as well. */
  @Test
  void aGroupThroughWhichAHighRiskRightIsFoundIsOne() {
    AdminTenant tenant = guarded.tenant();
    tenant.apply(
        "warehouse",
        DOCS.replace(
                "\"doc\": {\n",
                "\"group\": {\"relations\": {\"lead\": \"user\", \"member\": \"user\"}, \"permissions\": {}}, \"doc\": {\n")
            .replace("\"reader\": \"user\"}", "\"reader\": \"user\", \"team\": \"group\"}")
            .replace("\"sign\": \"signer\"", "\"sign\": \"signer | team->lead\""));
    String sales = "group:" + tenant.made("groups", "{'key': 'sales', 'name': 'Sales'}");
    String other = "group:" + tenant.made("groups", "{'key': 'other', 'name': 'Other'}");
    relate(sales, "team");

    assertThat(isPrivileged(tenant, sales)).isTrue();
    assertThat(isPrivileged(tenant, other)).isFalse();
  }

  private void relate(String subject, String relation) {
    guarded.related(subject(subject), relation, subject("doc:1"), null);
  }

  private static SubjectRef subject(String text) {
    return SubjectRef.parse(text).orElseThrow();
  }

  private boolean isPrivileged(AdminTenant tenant, String subject) {
    OrganizationId organization = tenant.organization().id();
    SubjectRef actor = new SubjectRef("identity_provider", organization.toString());
    Caller caller =
        new Caller(
            organization, false, actor, "panel", Aal.AAL1, new Caller.Origin("one", "::1", null));
    return changes.record(
        Change.policy(
            caller, organization, recording -> privileged.contain(recording, subject(subject))));
  }
}
