package io.iamplane.signin.passkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.hasSize;

import io.iamplane.shared.UuidV7;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** People and administrators list passkeys, and remove them. */
@QuarkusTest
class PasskeyListApiTest extends PasskeyFixture {

  private String token(Device device) {
    return redeem(returned(signIn(signed(device))).get("code")).path("access_token");
  }

  private List<String> ids(String user) {
    return administrator()
        .get(API + "users/" + user + "/passkeys")
        .then()
        .statusCode(200)
        .extract()
        .path("data.id");
  }

  private Response rename(String token, String id, String name) {
    return platform
        .as(token)
        .contentType("application/json")
        .body(Map.of("name", name))
        .post(API + "me/passkeys/" + id + "/rename");
  }

  // --- Abuse ---

  @Test
  void anothersPasskeyIsNotFound() {
    Device own = new Device();
    enrol(person("Ona Own"), own);
    String other = person("Otis Other");
    enrol(other, new Device());
    String theirs = ids(other).getFirst();
    String access = token(own);
    for (String id : List.of(theirs, UuidV7.next().toString(), "x")) {
      rename(access, id, "mine").then().statusCode(404);
      platform.as(access).delete(API + "me/passkeys/" + id).then().statusCode(404);
    }
    platform.as(access).get(API + "users/" + other + "/passkeys").then().statusCode(403);
    platform
        .as(access)
        .delete(API + "users/" + other + "/passkeys/" + theirs)
        .then()
        .statusCode(403);
    assertThat(ids(other)).containsExactly(theirs);
  }

  @Test
  void anotherTenantsPasskeyIsNotFound() {
    String user = person("Toni Tenant");
    enrol(user, new Device());
    String id = ids(user).getFirst();
    String foreign = platform.token(platform.administrator(platform.tenant()));
    String path = API + "users/" + user + "/passkeys";
    platform.as(foreign).get(path).then().statusCode(404);
    platform.as(foreign).delete(path + "/" + id).then().statusCode(404);
    assertThat(ids(user)).containsExactly(id);
  }

  @Test
  void aWeakSignInChangesNone() {
    String user = person("Wim Weak");
    enrol(user, new Device());
    String id = ids(user).getFirst();
    String weak = redeem(code("Wim Weak")).path("access_token");
    platform.as(weak).get(API + "me/passkeys").then().statusCode(200).body("data", hasSize(1));
    rename(weak, id, "Phone").then().statusCode(401);
    platform.as(weak).delete(API + "me/passkeys/" + id).then().statusCode(401);
    assertThat(ids(user)).containsExactly(id);
  }

  @Test
  void theLastOneIsRemovedOnlyWithALinkForAnother() {
    String user = person("Lara Last");
    Device device = new Device();
    enrol(user, device);
    String access = token(device);
    String id = ids(user).getFirst();
    platform.as(access).delete(API + "me/passkeys/" + id).then().statusCode(409);
    assertThat(ids(user)).containsExactly(id);
    String link = link(user);
    platform.as(access).delete(API + "me/passkeys/" + id).then().statusCode(200);
    isRefusedSoon(access);
    assertThat(ids(user)).isEmpty();
    isPage(signIn(signed(device)), 403);
    shown(link);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb"})
  void aBadNameIsRefused(String name) {
    Device device = new Device();
    String user = person("Bo Name");
    enrol(user, device);
    rename(token(device), ids(user).getFirst(), name).then().statusCode(422);
    rename(token(device), ids(user).getFirst(), "n".repeat(101)).then().statusCode(422);
  }

  // --- Use ---

  @Test
  void aPersonNamesOneAndRemovesAnother() {
    String user = person("Nina Names");
    Device first = new Device();
    Device second = new Device();
    enrol(user, first);
    enrol(user, second);
    String access = token(second);
    List<String> ids = platform.as(access).get(API + "me/passkeys").path("data.id");
    assertThat(ids).hasSize(2);
    assertThat(rename(access, ids.getLast(), "Phone").<String>path("data.name")).isEqualTo("Phone");
    platform.as(access).delete(API + "me/passkeys/" + ids.getFirst()).then().statusCode(200);
    List<Map<String, Object>> left = platform.as(access).get(API + "me/passkeys").path("data");
    assertThat(left).hasSize(1);
    assertThat(left.getFirst())
        .containsEntry("name", "Phone")
        .containsEntry("user", user)
        .containsKeys("backup_eligible", "backed_up", "created_at", "last_used_at");
    isPage(signIn(signed(first)), 403);
    assertThat(inbox(token(second))).isEqualTo(200);
    assertThat(events("iam.passkey.removed").toString()).contains(ids.getFirst());
    assertThat(events("iam.passkey.renamed").toString())
        .contains(ids.getLast())
        .doesNotContain("Phone");
  }

  @Test
  void anAdministratorRemovesOneAndEndsTheSessions() {
    String user = person("Abe Admin");
    Device device = new Device();
    enrol(user, device);
    String access = token(device);
    String path = API + "users/" + user + "/passkeys/" + ids(user).getFirst();
    administrator().delete(path).then().statusCode(200);
    administrator().delete(path).then().statusCode(404);
    isRefusedSoon(access);
    assertThat(events("iam.session.ended").getFirst().toString()).contains("user=" + user);
    assertThat(events("iam.passkey.removed").getFirst().toString()).contains("user=" + user);
    assertThat(returned(authorize(request("prompt", "none"))))
        .containsEntry("error", "login_required");
    isPage(signIn(signed(device)), 403);
  }

  @Test
  void aServiceAccountHasNone() {
    administrator().get(API + "me/passkeys").then().statusCode(200).body("data", hasSize(0));
    administrator().delete(API + "me/passkeys/" + UuidV7.next()).then().statusCode(404);
  }
}
