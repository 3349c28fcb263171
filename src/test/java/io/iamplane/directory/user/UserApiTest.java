package io.iamplane.directory.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.shared.UuidV7;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class UserApiTest {

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @Test
  void aUserIsMadeReadChangedSuspendedAndReactivated() {
    String id =
        tenant
            .post(
                "users",
                "{'name': ' Ann Lee ', 'email': 'Ann@example.com', 'external_id': 'ann',"
                    + " 'attributes': {'level': 3}}")
            .statusCode(201)
            .header("Location", startsWith("/api/iam/v1/users/"))
            .header("ETag", "\"1\"")
            .body("data.name", equalTo("Ann Lee"))
            .body("data.status", equalTo("active"))
            .body("data.attributes.level", equalTo(3))
            .extract()
            .path("data.id");
    tenant.get("users/" + id).statusCode(200).body("data.external_id", equalTo("ann"));
    tenant.get("users/ann").statusCode(200).body("data.id", equalTo(id));
    tenant
        .patch("users/ann", "{'name': 'Ann', 'email': null}")
        .statusCode(200)
        .header("ETag", "\"2\"")
        .body("data.name", equalTo("Ann"))
        .body("data.email", nullValue());
    tenant.patch("users/ann", "{'name': 'Ann'}").statusCode(200).header("ETag", "\"2\"");
    tenant
        .post("users/ann/suspend")
        .statusCode(200)
        .body("data.status", equalTo("suspended"))
        .header("ETag", "\"3\"");
    tenant.post("users/ann/suspend").statusCode(200).header("ETag", "\"3\"");
    tenant.post("users/ann/reactivate").statusCode(200).body("data.status", equalTo("active"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'n': 1e70}",
        "{'n': -1e70}",
        "{'n': 1e-70}",
        "{'n': 1e400}",
        "{'n': 9007199254740993}",
        "{'n': 99999999999999999999999}",
        "{'list': [{'deep': 1e70}]}",
        "{'a\\u0000b': 1}",
        "{'in': {'a\\u0000b': 1}}",
        "{'': 1}"
      })
  void attributesThatCouldNotBeReadBackAreRefused(String attributes) {
    String made = "{'name': 'Ann', 'external_id': 'ann', 'attributes': %s}".formatted(attributes);
    tenant.post("users", made).statusCode(422).body("errors", hasKey("attributes"));
    tenant
        .request()
        .header("Idempotency-Key", "not-read-back")
        .contentType(ContentType.JSON)
        .body(made.replace('\'', '"'))
        .post(AdminTenant.PATH + "users")
        .then()
        .statusCode(422)
        .body("errors", hasKey("attributes"));
    tenant
        .post("groups", "{'key': 'g', 'name': 'G', 'attributes': %s}".formatted(attributes))
        .statusCode(422);
    tenant
        .post("service-accounts", "{'name': 'S', 'attributes': %s}".formatted(attributes))
        .statusCode(422);
    tenant.get("users?filter[status]=active").statusCode(200);
  }

  @Test
  void theLargestAndSmallestNumbersComeBack() {
    String id =
        tenant.made(
            "users",
            "{'name': 'Ann', 'external_id': 'ann', 'attributes':"
                + " {'most': 9007199254740991, 'least': 1e-15, 'zero': 0, 'half': -0.5}}");
    tenant
        .get("users/" + id)
        .statusCode(200)
        .body("data.attributes.most", equalTo(9007199254740991L))
        .body("data.attributes.zero", equalTo(0));
    tenant.patch("users/ann", "{'name': 'Bob'}").statusCode(200);
  }

  @Test
  void aStaleRevisionChangesNothing() {
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant
        .request()
        .header("If-Match", "\"7\"")
        .contentType("application/json")
        .body("{\"name\": \"Bob\"}")
        .patch(AdminTenant.PATH + "users/ann")
        .then()
        .statusCode(412);
    tenant
        .request()
        .header("If-Match", "\"7\"")
        .post(AdminTenant.PATH + "users/ann/suspend")
        .then()
        .statusCode(412);
    tenant
        .get("users/ann")
        .body("data.name", equalTo("Ann"))
        .body("data.status", equalTo("active"));
  }

  @Test
  void namesAreTakenOnceWhateverTheCaseOfAnAddress() {
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann', 'email': 'ann@example.com'}");
    // The first one is found out late, and with a key by another statement than without.
    tenant
        .request()
        .header("Idempotency-Key", "taken")
        .contentType(ContentType.JSON)
        .body("{\"name\": \"B\", \"external_id\": \"ann\"}")
        .post(AdminTenant.PATH + "users")
        .then()
        .statusCode(409)
        .body("detail", containsString("external_id"));
    tenant.post("users", "{'name': 'B', 'external_id': 'ann'}").statusCode(409);
    tenant.post("users", "{'name': 'B', 'email': 'ANN@Example.com'}").statusCode(409);
    tenant.made("users", "{'name': 'B', 'external_id': 'Ann'}");
    tenant.patch("users/Ann", "{'email': 'Ann@example.com'}").statusCode(409);
    tenant.patch("users/ann", "{'email': 'ANN@example.com'}").statusCode(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name        | {'name': ''}",
        "name        | {'email': 'a@b'}",
        "name        | {'name': 7}",
        "email       | {'name': 'A', 'email': 'nobody'}",
        "external_id | {'name': 'A', 'external_id': '*'}",
        "external_id | {'name': 'A', 'external_id': ' x '}",
        "attributes  | {'name': 'A', 'attributes': [1]}",
        "colour      | {'name': 'A', 'colour': 'red'}",
        "status      | {'name': 'A', 'status': 'suspended'}"
      })
  void badInputNamesThePlace(String member, String body) {
    tenant.post("users", body).statusCode(422).body("errors", hasKey(member));
    tenant.get("users").body("data", empty());
  }

  @Test
  void aListIsWalkedPageByPageWithItsFilters() {
    for (int i = 0; i < 7; i++) {
      tenant.made("users", "{'name': 'User %d', 'external_id': 'u%d'}".formatted(i, i));
    }
    tenant.post("users/u3/suspend").statusCode(200);
    assertThat(walk("users?limit=2")).containsExactly("u0", "u1", "u2", "u3", "u4", "u5", "u6");
    assertThat(walk("users?limit=2&filter[status]=active"))
        .containsExactly("u0", "u1", "u2", "u4", "u5", "u6");
    assertThat(walk("users?limit=1&filter[status]=suspended")).containsExactly("u3");
    String cursor = tenant.get("users?limit=2").extract().path("next_cursor");
    tenant
        .get("users?limit=2&filter[status]=active&cursor=" + cursor)
        .statusCode(422)
        .body("errors", hasKey("cursor"));
    tenant
        .get("users?filter[status]=gone")
        .statusCode(422)
        .body("errors", hasKey("filter[status]"));
    tenant.get("users?limit=101").statusCode(422).body("errors", hasKey("limit"));
  }

  @Test
  void aSearchFindsBeginningsOfNamesWordsAddressesAndExternalIds() {
    tenant.made(
        "users", "{'name': 'Ann Lee', 'email': 'ann.lee@example.com', 'external_id': 'a1'}");
    tenant.made("users", "{'name': 'Leela Ann', 'email': 'll@example.com', 'external_id': 'l1'}");
    tenant.made("users", "{'name': 'Émile Zola', 'external_id': 'z1'}");
    tenant.made("users", "{'name': 'Bob', 'external_id': 'lee-7'}");
    assertThat(walk("users?q=LEE&limit=1")).containsExactlyInAnyOrder("a1", "l1", "lee-7");
    assertThat(walk("users?q=ann")).containsExactlyInAnyOrder("a1", "l1");
    assertThat(walk("users?q=ann lee")).containsExactly("a1");
    assertThat(walk("users?q=émile")).containsExactly("z1");
    assertThat(walk("users?q=ll@")).containsExactly("l1");
    assertThat(walk("users?q=nothing")).isEmpty();
    assertThat(walk("users?q=a%")).isEmpty();
    tenant.post("users/a1/suspend").statusCode(200);
    assertThat(walk("users?q=lee&filter[status]=suspended")).containsExactly("a1");
    assertThat(walk("users?q=lee&limit=2")).hasSize(3).doesNotHaveDuplicates();
    tenant.patch("users/a1", "{'name': 'Grace', 'email': 'g@example.com'}").statusCode(200);
    assertThat(walk("users?q=lee")).containsExactlyInAnyOrder("l1", "lee-7");
    assertThat(walk("users?q=grace")).containsExactly("a1");
    tenant
        .request()
        .queryParam("q", " ")
        .get(AdminTenant.PATH + "users")
        .then()
        .statusCode(422)
        .body("errors", hasKey("q"));
  }

  @Test
  void someIdsFindThoseOfTheTenantThatAreThere() {
    String ann = tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    String bob = tenant.made("users", "{'name': 'Bob', 'external_id': 'bob'}");
    tenant.made("users", "{'name': 'Cas', 'external_id': 'cas'}");
    String theirs = new AdminTenant(platform).made("users", "{'name': 'Ann'}");
    String ids = String.join(",", bob, theirs, ann, UuidV7.next().toString(), bob);
    assertThat(walk("users?filter[id]=" + ids + "&limit=1")).containsExactly("ann", "bob");
    tenant.post("users/ann/suspend").statusCode(200);
    assertThat(walk("users?filter[status]=active&filter[id]=" + ids)).containsExactly("bob");
    assertThat(walk("users?filter[id]=" + theirs)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ann", ",", "0192F3C4-0000-7000-8000-000000000001"})
  void whatIsNoListOfIdsIsRefused(String ids) {
    tenant.get("users?filter[id]=" + ids).statusCode(422).body("errors", hasKey("filter[id]"));
  }

  @Test
  void tooManyIdsAndIdsBesideASearchAreRefused() {
    String id = UuidV7.next().toString();
    for (String query :
        List.of("q=a&filter[id]=" + id, "filter[id]=" + id + ("," + id).repeat(100))) {
      tenant.get("users?" + query).statusCode(422).body("errors", hasKey("filter[id]"));
    }
  }

  @Test
  void whatAUserMayDoIsToldWithItsReason() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff', 'external_id': 'staff'}");
    tenant
        .post("groups/staff/members", "{'member_type': 'user', 'member_id': 'ann'}")
        .statusCode(201);
    String direct =
        tenant.made(
            "grants",
            "{'subject': 'user:ann', 'privilege_type': 'permission',"
                + " 'privilege_key': 'warehouse:stock.adjust', 'resource': 'site:berlin'}");
    String inherited =
        tenant.made(
            "grants",
            "{'subject': 'group:staff', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk'}");
    JsonPath unscoped = permissions("");
    assertThat(unscoped.getMap("data.permissions")).hasSize(1);
    assertThat(unscoped.getString("data.permissions.'warehouse:stock.read'.grant_id"))
        .isEqualTo(inherited);
    assertThat(unscoped.getString("data.permissions.'warehouse:stock.read'.via"))
        .isEqualTo("warehouse:clerk");
    assertThat(permissions("?resource=site:berlin").getMap("data.permissions"))
        .containsOnlyKeys("warehouse:stock.read", "warehouse:stock.adjust");
    assertThat(permissions("?application=iam").getMap("data.permissions")).isEmpty();
    tenant
        .get("users/ann/grants")
        .body("data.grants", hasSize(1))
        .body("data.grants.id", contains(direct));
    tenant.post("users/ann/suspend").statusCode(200);
    assertThat(permissions("").getMap("data.permissions")).isEmpty();
  }

  private JsonPath permissions(String query) {
    return tenant
        .get("users/ann/effective-permissions" + query)
        .statusCode(200)
        .extract()
        .jsonPath();
  }

  private List<String> walk(String list) {
    List<String> found = new ArrayList<>();
    String cursor = null;
    do {
      JsonPath page =
          tenant
              .get(list + (cursor == null ? "" : "&cursor=" + cursor))
              .statusCode(200)
              .extract()
              .jsonPath();
      found.addAll(page.getList("data.external_id"));
      cursor = page.getString("next_cursor");
    } while (cursor != null);
    return found;
  }
}
