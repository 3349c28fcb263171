package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A tenant cannot write a policy that is too large to be loaded. Before, the change was committed,
 * and everything denied from the next load on.
 */
@QuarkusTest
class PolicyCeilingApiTest {

  private static final long LARGE = 1 << 30;
  private static final String NOTE = "x".repeat(1_000);

  /** Room for the users of a test: fewer than thirty, each with a note. */
  private static final int ROOM = 40_000;

  @Inject PolicySnapshots snapshots;
  @Inject SnapshotLoader loader;
  @Inject MemoryBudget memory;
  @Inject Changes changes;
  @Inject TestPlatform platform;

  private AdminTenant tenant;
  private OrganizationId id;

  @BeforeEach
  void aTenantWithLittleRoom() {
    tenant = new AdminTenant(platform);
    id = tenant.organization().id();
    tenant.get("users").statusCode(200);
    long weight = Objects.requireNonNull(snapshots.await(id, 0)).weight();
    MemoryBudget small = new MemoryBudget(LARGE, (weight + ROOM) * 10 / 9, 4);
    QuarkusMock.installMockForInstance(small, memory);
  }

  private int user(int number) {
    return tenant
        .post(
            "users",
            "{'name': 'User %d', 'external_id': 'u%d', 'attributes': {'note': '%s'}}"
                .formatted(number, number, NOTE))
        .extract()
        .statusCode();
  }

  private List<Integer> fill() {
    List<Integer> users = new ArrayList<>();
    while (user(users.size()) == 201) {
      users.add(users.size());
    }
    return users;
  }

  @Test
  void growthIsRefusedWhileThePolicyCanStillBeLoaded() {
    List<Integer> users = fill();
    assertThat(users).hasSizeBetween(10, 30);
    tenant
        .post(
            "users",
            "{'name': 'One more', 'external_id': 'more', 'attributes': {'note': '%s'}}"
                .formatted(NOTE))
        .statusCode(409)
        .body("detail", containsString("iam.decision.tenant-memory-percent"));
    assertThat(loader.load(id)).isPresent();
    tenant.get("users/u0").statusCode(200).body("data.name", equalTo("User 0"));
    tenant.get("users/more").statusCode(404);
  }

  @Test
  void whatShrinksThePolicyPassesAndMakesRoom() {
    List<Integer> users = fill();
    int next = users.size();
    assertThat(user(next)).isEqualTo(409);
    tenant.patch("users/u0", "{'name': 'Renamed'}").statusCode(200);
    tenant
        .patch(
            "users/u1", "{'attributes': {'a': '%1$s', 'b': '%1$s', 'c': '%1$s'}}".formatted(NOTE))
        .statusCode(409);
    tenant.patch("users/u1", "{'attributes': {}}").statusCode(200);
    tenant.patch("users/u2", "{'attributes': {}}").statusCode(200);
    assertThat(user(next)).isEqualTo(201);
  }

  @Test
  void aPreviewIsRefusedAsTheGrantWouldBe() {
    fill();
    String grant =
        "{'subject': 'user:u0', 'privilege_type': 'role', 'privilege_key': 'iam:user-manager'}";
    int status;
    do {
      status = tenant.post("grants", grant).extract().statusCode();
    } while (status == 201);
    for (String path : List.of("grants", "grants/preview")) {
      tenant
          .post(path, grant)
          .statusCode(409)
          .body("detail", containsString("iam.decision.tenant-memory-percent"));
    }
  }

  /** Symbols are 16-bit numbers: one name more could never be loaded again. */
  @Test
  void moreNamesOfTypesAndRelationsThanThereAreNumbersAreRefused() {
    apply(model(256, 255, true))
        .statusCode(409)
        .body("detail", containsString("the limit is 65,000"));
    assertThat(loader.load(id)).isPresent();
    tenant.get("users").statusCode(200);
  }

  @Test
  void aRelationModelIsWeighedByItsContents() {
    apply(model(100, 100, false))
        .statusCode(409)
        .body("detail", containsString("iam.decision.tenant-memory-percent"));
    assertThat(loader.load(id)).isPresent();
  }

  /** A compiled catalogue has a reference for each, four bytes, whatever few rows declare them. */
  @Test
  void rolesThatContainMillionsOfPermissionsAreRefused() {
    StringJoiner permissions = new StringJoiner(",", "'permissions': [", "]");
    StringJoiner roles = new StringJoiner(",", "'roles': [", "]");
    IntStream.range(0, 2_000).forEach(i -> permissions.add("{'key': 'p.k" + i + "'}"));
    IntStream.range(0, 998)
        .forEach(i ->
            roles.add(
                "{'key': 'r%d', 'permissions': ['p.*'], 'includes': ['a', 'b']}".formatted(i)));
    roles.add("{'key': 'a', 'permissions': ['p.*']}").add("{'key': 'b', 'permissions': ['p.*']}");
    apply(permissions + ", " + roles)
        .statusCode(409)
        .body("detail", containsString("the limit is 4,000,000"));
    assertThat(loader.load(id)).isPresent();
  }

  private ValidatableResponse apply(String catalogue) {
    String manifest =
        AnswerJson.text(
            tenant
                .post(
                    "applications/models/manifests",
                    """
                    {'schema': 'iam.manifest.v2', 'app': {'key': 'models', 'name': 'Models'},
                     %s}
                    """
                        .formatted(catalogue))
                .statusCode(201),
            "/data/id");
    return tenant.post("manifests/" + manifest + "/apply");
  }

  private static String model(int types, int relations, boolean different) {
    StringJoiner all = new StringJoiner(",", "'permissions': [{'key': 'read'}], 'types': {", "}");
    for (int type = 0; type < types; type++) {
      StringJoiner names = new StringJoiner(",", "'t" + type + "':{'relations':{", "}}");
      for (int relation = 0; relation < relations; relation++) {
        int number = different ? type * relations + relation : relation;
        names.add("'r" + Integer.toString(number, Character.MAX_RADIX) + "':'user'");
      }
      all.add(names.toString());
    }
    return all.toString();
  }

  /** A change may wait so long for its turn that the policy is not in memory when it comes. */
  @Test
  void aPolicyThatLeftMemoryMeanwhileIsWeighedAllTheSame() {
    fill();
    MemoryBudget small = new MemoryBudget(LARGE, memory.perTenant(), 4);
    assertThatThrownBy(() ->
            changes.record(
                Change.policy(
                    caller(),
                    id,
                    recording -> {
                      QuarkusMock.installMockForInstance(
                          new MemoryBudget(0, small.perTenant(), 4), memory);
                      await().until(() -> snapshots.known(id) == null);
                      QuarkusMock.installMockForInstance(small, memory);
                      User user =
                          new User(
                              new UserId(UuidV7.next()),
                              "more",
                              null,
                              "One more",
                              User.Status.ACTIVE,
                              Map.of("note", NOTE),
                              1,
                              recording.at());
                      recording.add(
                          Effect.created(
                              EventType.USER_CREATED, SubjectRef.USER, user.id().toString(), user));
                      return user;
                    })))
        .isInstanceOf(IamException.class)
        .hasMessageContaining("iam.decision.tenant-memory-percent");
  }

  /** Over HTTP: an operator's command is not asked for weights. */
  private Caller caller() {
    Caller command = Caller.command(id, "tester", "test");
    return new Caller(id, false, command.subject(), "a-client", command.aal(), command.origin());
  }
}
