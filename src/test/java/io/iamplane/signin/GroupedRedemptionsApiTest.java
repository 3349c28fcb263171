package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.Secret;
import io.iamplane.signin.RefreshFamilyStore.Rotation;
import io.iamplane.signin.SessionCredentials.OfSession;
import io.iamplane.testing.BusyRequests;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Codes and refresh tokens that are presented at the same moment, and read together. */
@QuarkusTest
class GroupedRedemptionsApiTest extends SignInApiFixture {

  private static final Map<String, String> LASTING = request("scope", "openid offline_access");

  private static final Instant ROTATED = Instant.parse("2026-11-30T12:00:00Z");

  @Inject SessionCredentials credentials;
  @Inject RefreshFamilyStore families;
  @Inject Transactions transactions;
  @Inject Sql sql;
  @Inject BusyRequests requests;

  /** A code of the person, in a session of its own. */
  private String lasting(String name) throws SQLException {
    if (Rows.texts("SELECT id FROM iam_users WHERE name = '" + name + "'").isEmpty()) {
      person(name);
    }
    browser.plant(BrowserCookies.SESSION, "x".repeat(43));
    return returned(signIn(LASTING, name)).get("code");
  }

  private String refreshToken(String name) throws SQLException {
    return redeem(lasting(name)).path("refresh_token");
  }

  /** Presents all at once, while the first that is read waits for a lock. */
  private static List<Response> together(List<String> presented, Function<String, Response> answer)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection other = Rows.open()) {
      hold(other, "LOCK TABLE iam_sessions IN ACCESS EXCLUSIVE MODE");
      List<Future<Response>> answers =
          presented.stream().map(each -> threads.submit(() -> answer.apply(each))).toList();
      waitsForALock();
      other.rollback();
      List<Response> all = new ArrayList<>();
      for (Future<Response> each : answers) {
        all.add(each.get());
      }
      return all;
    }
  }

  private static void hold(Connection connection, String lock) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(lock);
    }
  }

  private static void waitsForALock() {
    await()
        .until(() ->
            !Rows.texts(
                    """
                    SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
                      AND query LIKE ANY ('{%iam_sessions%,%iam_refresh_families%}')
                      AND query NOT LIKE '%DELETE%'
                    """)
                .isEmpty());
  }

  private static List<Integer> statuses(List<Response> answers) {
    return answers.stream().map(Response::statusCode).toList();
  }

  private static Stream<String> texts(List<Response> answers, String field) {
    return answers.stream().map(each -> each.<String>path(field));
  }

  @Test
  void eachHasItsOwnCredentialAndSessionWhateverIsReadBesides() throws Exception {
    byte[] one = hash(lasting("Ola One"));
    byte[] sibling = hash(returned(authorize(LASTING)).get("code"));
    byte[] ended = hash(lasting("Eva Ended"));
    Rows.update(
        "DELETE FROM iam_sessions s USING iam_users u WHERE u.id = s.user_id"
            + " AND u.name = 'Eva Ended'");
    byte[] two = hash(lasting("Udo Two"));
    byte[] unknown = hash("x".repeat(43));
    List<Optional<OfSession<AuthorizationCode>>> found =
        credentials.codes(List.of(two, unknown, one, ended, one, sibling));
    assertThat(found.get(1)).isEmpty();
    assertThat(found.get(3).orElseThrow().session()).isEmpty();
    assertThat(found.get(2)).isEqualTo(found.get(4)).isNotEqualTo(found.getFirst());
    assertThat(found.get(5).orElseThrow().session())
        .isEqualTo(found.get(2).orElseThrow().session());
    assertThat(found.stream().flatMap(Optional::stream).filter(each -> each.session().isPresent()))
        .allSatisfy(each -> {
          SignInSession session = each.session().orElseThrow();
          assertThat(each.credential().session()).isEqualTo(session.id());
          assertThat(each.credential().user()).isEqualTo(session.user());
        });
    assertThat(credentials.codes(List.of(unknown))).containsExactly(Optional.empty());
  }

  private static void eachHasTokensOfItsOwn(List<Response> answers) {
    assertThat(statuses(answers)).containsOnly(200);
    assertThat(texts(answers, "refresh_token")).doesNotHaveDuplicates();
    assertThat(texts(answers, "access_token").map(each -> claims(each).path("sub").asText()))
        .doesNotHaveDuplicates();
    texts(answers, "refresh_token")
        .forEach(each -> RefreshTokensApiTest.refresh(each).then().statusCode(200));
  }

  private static byte[] hash(String secret) {
    return RandomSecrets.hash(new Secret(secret));
  }

  @Test
  void codesOfManyPeopleAtOnceAreUsedOnceEach() throws Exception {
    List<String> codes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      codes.add(lasting("Gus Group " + i));
    }
    List<Response> answers = together(codes, SignInApiFixture::redeem);
    eachHasTokensOfItsOwn(answers);
    texts(answers, "access_token").forEach(each -> assertThat(inbox(each)).isEqualTo(200));
    codes.forEach(each -> redeem(each).then().statusCode(400));
  }

  @Test
  void codesOfOneSessionAtOnceLeaveAsManyFamiliesAsItMayHave() throws Exception {
    List<String> codes = new ArrayList<>(List.of(lasting("Sid Session")));
    for (int i = 0; i < RefreshTokens.MOST_OF_A_SESSION + 4; i++) {
      codes.add(returned(authorize(LASTING)).get("code"));
    }
    List<Response> answers = together(codes, SignInApiFixture::redeem);
    assertThat(statuses(answers)).containsOnly(200);
    assertThat(
            Rows.texts(
                """
                SELECT f.id FROM iam_refresh_families f JOIN iam_users u ON u.id = f.user_id
                WHERE u.name = 'Sid Session'
                """))
        .hasSize(RefreshTokens.MOST_OF_A_SESSION);
  }

  @Test
  void aCodeThatIsPresentedTwiceAtOnceIsUsedOnceAndThenEnds() throws Exception {
    String other = lasting("Una Other");
    String twice = lasting("Tess Twice");
    List<Response> answers =
        together(List.of(twice, other, twice, twice), SignInApiFixture::redeem);
    assertThat(statuses(answers).stream().filter(each -> each == 200)).hasSize(2);
    assertThat(answers.get(1).statusCode()).isEqualTo(200);
    assertThat(inbox(answers.get(1).path("access_token"))).isEqualTo(200);
    String access =
        answers.stream()
            .filter(each -> each != answers.get(1) && each.statusCode() == 200)
            .findFirst()
            .orElseThrow()
            .path("access_token");
    await().until(() -> inbox(access) == 401);
  }

  @Test
  void aSessionThatIsHeldKeepsItsOwnCodeWaitingAlone() throws Exception {
    String held = lasting("Hal Held");
    String free = lasting("Fay Free");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection other = Rows.open()) {
      hold(
          other,
          """
          SELECT 1 FROM iam_sessions s JOIN iam_users u ON u.id = s.user_id
          WHERE u.name = 'Hal Held' FOR UPDATE OF s
          """);
      Future<Response> waiting = threads.submit(() -> redeem(held));
      waitsForALock();
      redeem(free).then().statusCode(200);
      assertThat(waiting.isDone()).isFalse();
      other.rollback();
      assertThat(waiting.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  void refreshTokensOfManyPeopleAtOnceAreReplacedOnceEach() throws Exception {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      tokens.add(refreshToken("Rex Rotated " + i));
    }
    List<Response> answers = together(tokens, RefreshTokensApiTest::refresh);
    eachHasTokensOfItsOwn(answers);
  }

  @Test
  void aFamilyThatIsHeldKeepsItsOwnTokenWaitingAlone() throws Exception {
    String held = refreshToken("Hana Held");
    String free = refreshToken("Finn Free");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection other = Rows.open()) {
      hold(
          other,
          """
          SELECT 1 FROM iam_refresh_families f JOIN iam_users u ON u.id = f.user_id
          WHERE u.name = 'Hana Held' FOR UPDATE OF f
          """);
      Future<Response> waiting = threads.submit(() -> RefreshTokensApiTest.refresh(held));
      waitsForALock();
      RefreshTokensApiTest.refresh(free).then().statusCode(200);
      assertThat(waiting.isDone()).isFalse();
      other.rollback();
      assertThat(waiting.get().statusCode()).isEqualTo(200);
    }
  }

  /** Of 16 connections requests without a token have three, which are all in use meanwhile. */
  @Test
  void aRotationThatWaitsKeepsNoOneFromReading() throws Exception {
    String token = refreshToken("Wim Waiting");
    IssuedClient client = platform.clientWithoutRights(platform.tenant());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection other = Rows.open()) {
      hold(other, "LOCK TABLE iam_refresh_families IN SHARE MODE");
      Future<Response> waiting = threads.submit(() -> RefreshTokensApiTest.refresh(token));
      waitsForALock();
      requests.hold(null, 3);
      assertThat(platform.token(client)).isNotEmpty();
      assertThat(waiting.isDone()).isFalse();
      requests.close();
      other.rollback();
      assertThat(waiting.get().statusCode()).isEqualTo(200);
    } finally {
      requests.close();
    }
  }

  @Test
  void ofRotationsAtOnceEachTokenThatCountsIsReplacedOnceUnlessItsFamilyIsHeld() throws Exception {
    RefreshToken free = RefreshToken.parse(new Secret(refreshToken("Flo Free"))).orElseThrow();
    RefreshToken held = RefreshToken.parse(new Secret(refreshToken("Hob Held"))).orElseThrow();
    RefreshToken guess = new RefreshToken(free.handle(), new Secret("x".repeat(43)));
    try (Connection other = Rows.open()) {
      hold(
          other,
          """
          SELECT 1 FROM iam_refresh_families f JOIN iam_users u ON u.id = f.user_id
          WHERE u.name = 'Hob Held' FOR UPDATE OF f
          """);
      List<Boolean> rotated = rotate(guess, held, free, free);
      assertThat(rotated.subList(0, 2)).as("a guess, and a held one").containsOnly(false);
      assertThat(rotated.subList(2, 4)).as("the same twice").containsExactlyInAnyOrder(true, false);
      String place = "place " + rotated.indexOf(true);
      assertThat(counting("Flo Free"))
          .containsExactly(hex(hash(place)), hex(free.secretHash()), place, ROTATED.toString());
      assertThat(rotate(free)).as("used").containsExactly(false);
      other.rollback();
    }
    assertThat(rotate(held)).as("left as it was").containsExactly(true);
    Rows.update(
        "DELETE FROM iam_refresh_families f USING iam_users u WHERE u.id = f.user_id"
            + " AND u.name = 'Flo Free'");
    assertThat(rotate(free)).as("ended").containsExactly(false);
  }

  /** Names the next token, and the access token that comes with it, by its place. */
  private List<Boolean> rotate(RefreshToken... tokens) {
    List<Rotation> rotations = new ArrayList<>();
    for (RefreshToken each : tokens) {
      String place = "place " + rotations.size();
      rotations.add(new Rotation(each, hash(place), place));
    }
    return families.rotateFree(rotations, ROTATED);
  }

  private List<String> counting(String name) {
    return transactions.call(() ->
        sql.list(
                """
                SELECT f.secret_hash, f.previous_hash, f.token_jti, f.rotated_at
                FROM iam_refresh_families f JOIN iam_users u ON u.id = f.user_id WHERE u.name = ?
                """,
                row ->
                    List.of(
                        hex(row.getBytes(1)),
                        hex(row.getBytes(2)),
                        row.getString(3),
                        Sql.instant(row, "rotated_at").toString()),
                name)
            .getFirst());
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** The second finds the first's successor, whose answer may be lost: its own counts instead. */
  @Test
  void aRefreshTokenThatIsPresentedTwiceAtOnceHasOneSuccessorThatCounts() throws Exception {
    String twice = refreshToken("Ron Repeated");
    String other = refreshToken("Uri Other");
    List<Response> answers = together(List.of(twice, other, twice), RefreshTokensApiTest::refresh);
    assertThat(statuses(answers)).containsOnly(200);
    List<String> counts =
        Rows.texts(
            """
            SELECT encode(f.secret_hash, 'hex') FROM iam_refresh_families f
            JOIN iam_users u ON u.id = f.user_id WHERE u.name = 'Ron Repeated'
            """);
    assertThat(
            texts(List.of(answers.getFirst(), answers.getLast()), "refresh_token")
                .map(each -> RefreshToken.parse(new Secret(each)).orElseThrow().secretHash())
                .map(GroupedRedemptionsApiTest::hex))
        .containsOnlyOnceElementsOf(counts)
        .hasSize(2);
    RefreshTokensApiTest.refresh(answers.get(1).path("refresh_token")).then().statusCode(200);
  }
}
