package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Claims give memberships and take them, but for those that bear on privileged rights. */
@QuarkusTest
class FederatedGroupsApiTest extends FederationFixture {

  private Map<String, Object> mapping(Map<String, String> groups) {
    Map<String, Object> body = body();
    body.put("groups_claim", "roles");
    body.put("groups", groups);
    return body;
  }

  private void deny(String subject) {
    administrator()
        .contentType("application/json")
        .body(
            Map.of(
                "subject", subject,
                "privilege_type", "permission",
                "privilege_key", "iam:users.manage",
                "effect", "deny"))
        .post(API + "grants")
        .then()
        .statusCode(201);
  }

  @Test
  void groupsComeAndGoWithTheirClaim() {
    String staff = group("fed-staff");
    String sales = group("fed-sales");
    name(mapping(Map.of("s", "fed-staff", "t", sales, "gone", "no-such-group")));
    String id = person("ida", Map.of("roles", List.of("s", "t", "gone", "other")));
    assertThat(members(staff)).containsExactly(id);
    assertThat(members(sales)).containsExactly(id);
    person("ida", Map.of("roles", "t"));
    assertThat(members(staff)).isEmpty();
    assertThat(members(sales)).containsExactly(id);
    // A membership that an administrator gave is theirs to end.
    member(staff, id).then().statusCode(201);
    person("ida", Map.of("roles", List.of("s")));
    person("ida", Map.of());
    assertThat(members(staff)).containsExactly(id);
    assertThat(members(sales)).isEmpty();
  }

  @Test
  void theyEndWithTheProvider() {
    String group = group("fed-ending");
    name(mapping(Map.of("s", group)));
    String id = person("jan", Map.of("roles", List.of("s")));
    assertThat(members(group)).containsExactly(id);
    administrator().delete(PROVIDER).then().statusCode(200);
    assertThat(members(group)).isEmpty();
  }

  @Test
  void noMappingGivesPrivilegedRights() {
    String inner = group("fed-admins");
    String outer = group("fed-above");
    administrator()
        .contentType("application/json")
        .body(Map.of("member_type", "group", "member_id", inner))
        .post(API + "groups/" + outer + "/members")
        .then()
        .statusCode(201);
    name(mapping(Map.of("a", inner)));
    String id = person("kim", Map.of("roles", List.of("a")));
    assertThat(members(inner)).containsExactly(id);
    // Through another group: it was ordinary, and is not any more.
    grant("group:" + outer);
    person("kim", Map.of("roles", List.of("a")));
    assertThat(members(inner)).isEmpty();
  }

  @Test
  void aLinkedPersonWhoBecomesPrivilegedLosesThem() {
    String id = known("e-g1");
    String group = group("fed-linked");
    Map<String, Object> body = mapping(Map.of("s", group));
    body.put("link", linking().get("link"));
    name(body);
    Map<String, Object> claims =
        Map.of("employee", "e-g1", "employee_verified", true, "roles", List.of("s"));
    assertThat(person("lin", claims)).isEqualTo(id);
    assertThat(members(group)).containsExactly(id);
    grant("user:" + id);
    isPage(signIn("lin", claims), 403);
    assertThat(members(group)).isEmpty();
  }

  @Test
  void aGroupThatIsDeniedPrivilegedRightsIsNoneThatAClaimLeadsTo() {
    String group = group("fed-denied");
    deny("group:" + group);
    name(mapping(Map.of("s", group)));
    person("mel", Map.of("roles", List.of("s")));
    assertThat(members(group)).isEmpty();
  }

  /** Its end would lift the denial, which no provider may, and must keep no one from signing in. */
  @Test
  void aMembershipInAGroupThatIsDeniedRightsLaterStaysAndHindersNothing() throws Exception {
    String denied = group("fed-denied-later");
    String other = group("fed-other");
    name(mapping(Map.of("s", denied, "t", other)));
    String id = person("ned", Map.of("roles", List.of("s", "t")));
    String second = person("nia", Map.of("roles", List.of("s", "t")));
    deny("group:" + denied);
    assertThat(person("ned", Map.of())).isEqualTo(id);
    assertThat(members(denied)).contains(id);
    assertThat(members(other)).containsExactly(second);
    administrator().delete(PROVIDER).then().statusCode(200);
    assertThat(members(denied)).containsExactly(id, second);
    assertThat(members(other)).isEmpty();
    assertThat(Rows.texts("SELECT member_id FROM iam_federated_members")).isEmpty();
  }

  /** It takes nothing else along: what is to end ends, and what may be given is given. */
  @Test
  void aMembershipThatADutyRuleRefusesKeepsNoOneOut() {
    String approvers = group("fed-approvers");
    String payers = group("fed-payers");
    String staff = group("fed-paid");
    String rule = placeAndPay();
    give("group:" + payers, "fed-shop:payer");
    name(mapping(Map.of("a", approvers, "p", payers, "s", staff)));
    String id = person("ann", Map.of("roles", List.of("a")));
    assertThat(members(approvers)).containsExactly(id);
    give("user:" + id, "fed-shop:buyer");
    assertThat(person("ann", Map.of("roles", List.of("p", "s")))).isEqualTo(id);
    assertThat(members(approvers)).isEmpty();
    assertThat(members(payers)).isEmpty();
    assertThat(members(staff)).containsExactly(id);
    administrator().delete(API + "duty-rules/" + rule).then().statusCode(200);
    person("ann", Map.of("roles", List.of("p", "s")));
    assertThat(members(payers)).containsExactly(id);
  }

  /** An enforced rule about an application of two roles, which forbids to have both. */
  private String placeAndPay() {
    String manifest =
        administrator()
            .contentType("application/json")
            .body(
                """
                {"schema": "iam.manifest.v2", "app": {"key": "fed-shop", "name": "Shop"},
                 "permissions": [{"key": "order.place"}, {"key": "order.pay"}],
                 "roles": [{"key": "buyer", "permissions": ["order.place"]},
                   {"key": "payer", "permissions": ["order.pay"]}]}
                """)
            .post(API + "applications/fed-shop/manifests")
            .path("data.id");
    administrator().post(API + "manifests/" + manifest + "/apply").then().statusCode(200);
    return administrator()
        .contentType("application/json")
        .body(
            Map.of(
                "name", "Place and pay",
                "all_of", List.of("fed-shop:order.place", "fed-shop:order.pay"),
                "mode", "enforce"))
        .post(API + "duty-rules")
        .then()
        .statusCode(201)
        .extract()
        .path("data.id");
  }

  private void give(String subject, String role) {
    administrator()
        .contentType("application/json")
        .body(Map.of("subject", subject, "privilege_type", "role", "privilege_key", role))
        .post(API + "grants")
        .then()
        .statusCode(201);
  }

  /** More memberships than one change takes away: those before the last could not be given back. */
  @Test
  void aProviderThatIsRefusedTakesNothingAwayAndAGoodOneAll() throws Exception {
    Map<String, String> groups = new LinkedHashMap<>();
    for (int i = 0; i < 41; i++) {
      groups.put("r" + i, group("fed-many-" + i));
    }
    name(mapping(groups));
    for (int i = 0; i < 5; i++) {
      person("many-" + i, Map.of("roles", new ArrayList<>(groups.keySet())));
    }
    assertThat(given()).isEqualTo(205);
    Map<String, Object> wrong = body();
    wrong.put("issuer", "https://10.0.0.1");
    put(wrong).then().statusCode(422);
    wrong.put("issuer", "https://login.example.com");
    wrong.remove("client_secret");
    put(wrong).then().statusCode(422);
    wrong.put("client_secret", "s");
    wrong.put("groups", Map.of("a", "b"));
    put(wrong).then().statusCode(422);
    administrator().header("If-Match", "\"99\"").delete(PROVIDER).then().statusCode(412);
    assertThat(given()).isEqualTo(205);
    try (ForeignProvider other = new ForeignProvider()) {
      Map<String, Object> next = body();
      next.put("issuer", other.issuer());
      name(next);
    }
    assertThat(administrator().get(PROVIDER).<Boolean>path("data.closing")).isFalse();
    assertThat(given()).isZero();
    for (String group : groups.values()) {
      assertThat(members(group)).isEmpty();
    }
  }

  private static int given() throws Exception {
    return Rows.texts("SELECT member_id FROM iam_federated_members").size();
  }
}
