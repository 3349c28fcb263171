package io.iamplane.testing;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.client.ClientService;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.client.NewClient;
import io.iamplane.directory.organization.CreateOrganizationRequest;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.key.KeyPurpose;
import io.iamplane.key.SigningKeys;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.SubjectRef;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** A platform, tenants and clients with real tokens, made through the services. */
@ApplicationScoped
public class TestPlatform {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final OrganizationService organizations;
  private final ServiceAccountService accounts;
  private final ClientService clients;
  private final GrantService grants;
  private final SigningKeys keys;
  private final Changes changes;
  private final PolicySnapshots policies;
  private final Sql sql;

  TestPlatform(
      OrganizationService organizations,
      ServiceAccountService accounts,
      ClientService clients,
      GrantService grants,
      SigningKeys keys,
      Changes changes,
      PolicySnapshots policies,
      Sql sql) {
    this.organizations = organizations;
    this.accounts = accounts;
    this.clients = clients;
    this.grants = grants;
    this.keys = keys;
    this.changes = changes;
    this.policies = policies;
    this.sql = sql;
  }

  /** The platform organization, made on first use, with a key to sign tokens. */
  public synchronized Organization platform() {
    Organization platform = organizations.platform().orElseGet(this::createPlatform);
    keys.ensureActive(command(platform.id()));
    keys.ensureActive(command(platform.id()), KeyPurpose.AUDIT);
    return platform;
  }

  /**
   * A command of the platform, such as {@code iam:bootstrap}. Most tests ask for several, so that a
   * platform that has all it needs is found by one statement, and without its lock.
   */
  public Caller command() {
    return command(
        sql.first(
                """
                SELECT id FROM iam_organizations WHERE kind = 'platform' AND ? =
                  (SELECT count(DISTINCT purpose) FROM iam_signing_keys WHERE status = 'active')
                """,
                row -> new OrganizationId(row.getObject("id", UUID.class)),
                KeyPurpose.values().length)
            .orElseGet(() -> platform().id()));
  }

  /** A new tenant with a key that no other test uses. */
  public Organization tenant() {
    String key = "tenant-" + Long.toString(System.nanoTime(), 36) + "-" + NUMBER.incrementAndGet();
    return organizations.create(
        command(), new CreateOrganizationRequest(key, "Tenant " + key, null));
  }

  /**
   * Waits for decisions of an organization: a test before this one may have taken the database
   * away, and the first decisions after that are denied.
   */
  void awaitDecisions(OrganizationId organization) {
    await().until(() -> policies.await(organization, 0) != null && policies.isFresh());
  }

  /** A client with the rights of an organization's administrator. */
  public IssuedClient administrator(Organization organization) {
    return client(organization, true);
  }

  /** A client of an organization without any rights. */
  public IssuedClient clientWithoutRights(Organization organization) {
    return client(organization, false);
  }

  /** A grant that ended in 2001, as no request makes one: it was made before. */
  public Grant ended(Organization organization, NewGrant.Builder grant) {
    Instant end = Instant.parse("2001-01-01T00:00:00Z");
    return changes.record(
        Change.policy(
            command(),
            organization.id(),
            recording -> grants.create(recording, grant.between(null, end).build())));
  }

  /** Suspends the account of a client. */
  public void suspend(Organization organization, IssuedClient client) {
    changes.record(
        Change.policy(
            command(organization.id()),
            organization.id(),
            recording ->
                accounts.setStatus(recording, account(client), ServiceAccount.Status.SUSPENDED)));
  }

  /** The caller of a request with a client's token. */
  public Caller caller(Organization organization, IssuedClient client) {
    return new Caller(
        organization.id(),
        false,
        subject(client),
        client.clientId(),
        Aal.AAL1,
        new Caller.Origin("test", "192.0.2.1", null));
  }

  /** The account of a client. */
  public SubjectRef subject(IssuedClient client) {
    return new SubjectRef(SubjectRef.SERVICE_ACCOUNT, account(client).toString());
  }

  private ServiceAccountId account(IssuedClient client) {
    return sql.first(
            "SELECT subject_id FROM iam_clients WHERE client_id = ?",
            row -> ServiceAccountId.parse(row.getString("subject_id")).orElseThrow(),
            client.clientId())
        .orElseThrow();
  }

  /**
   * An access token, got as every client gets one. It comes back later when asked to, and when the
   * key is not of this database, or ended: a test before this one may have taken keys or database
   * away, and the service looks at its keys four times a second.
   */
  public String token(IssuedClient client) {
    Response answer = await().until(() -> requestToken(client), TestPlatform::isLasting);
    return AnswerJson.text(answer.then().statusCode(200), "/access_token");
  }

  private static boolean isLasting(Response answer) {
    if (answer.statusCode() != 200) {
      return !answer.asString().contains("temporarily_unavailable");
    }
    String token = AnswerJson.at(answer.asString(), "/access_token").textValue();
    byte[] header = Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.')));
    String kid = AnswerJson.at(new String(header, StandardCharsets.UTF_8), "/kid").textValue();
    try {
      return Rows.texts(
              "SELECT kid FROM iam_signing_keys WHERE status NOT IN ('retired', 'revoked')")
          .contains(kid);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Response requestToken(IssuedClient client) {
    return given()
        .auth()
        .preemptive()
        .basic(client.clientId(), client.secret().reveal())
        .formParam("grant_type", "client_credentials")
        .post("/oauth/token");
  }

  public String platformToken() {
    return token(administrator(platform()));
  }

  /** A request of a platform administrator. */
  public RequestSpecification asPlatform() {
    return as(platformToken());
  }

  public RequestSpecification as(String token) {
    return given().header("Authorization", "Bearer " + token);
  }

  private Organization createPlatform() {
    return organizations.createPlatform(command(OrganizationId.next()), "platform", "Platform");
  }

  private IssuedClient client(Organization organization, boolean administrator) {
    return changes.record(
        Change.policy(
            command(),
            organization.id(),
            recording -> client(recording, organization, administrator)));
  }

  private IssuedClient client(
      Recording recording, Organization organization, boolean administrator) {
    ServiceAccount account = accounts.create(recording, "test");
    if (administrator) {
      grants.grantAdministrator(recording, account.subject());
    }
    return clients.create(recording, new NewClient(organization.id(), account.subject(), Set.of()));
  }

  private static Caller command(OrganizationId platform) {
    return Caller.command(platform, "tester", "test");
  }
}
