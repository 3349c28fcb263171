package io.iamplane.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.client.ClientService;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.client.JsonWebKeys;
import io.iamplane.directory.client.NewClient;
import io.iamplane.directory.organization.CreateOrganizationRequest;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.directory.organization.UpdateOrganizationRequest;
import io.iamplane.key.SigningKeys;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;

/** Organizations and clients for the tests of keys, clients and tokens. */
@ApplicationScoped
public class OAuthFixture {

  private final OrganizationService organizations;
  private final ClientService clients;
  private final SigningKeys keys;
  private final Changes changes;

  OAuthFixture(
      OrganizationService organizations, ClientService clients, SigningKeys keys, Changes changes) {
    this.organizations = organizations;
    this.clients = clients;
    this.keys = keys;
    this.changes = changes;
  }

  /** A caller of the platform organization, which is made on first use. */
  public synchronized Caller platform() {
    OrganizationId id =
        organizations
            .platform()
            .map(Organization::id)
            .orElseGet(() ->
                organizations
                    .createPlatform(command(OrganizationId.next()), "platform", "Platform")
                    .id());
    return command(id);
  }

  /** A tenant of its own for each call, and a key to sign tokens. */
  public OrganizationId tenant() {
    Caller platform = platform();
    keys.ensureActive(platform);
    String key = "t-" + UuidV7.next();
    return organizations.create(platform, new CreateOrganizationRequest(key, "Tenant", null)).id();
  }

  public void setStatus(OrganizationId organization, Organization.Status status) {
    organizations.update(
        platform(),
        organization.toString(),
        present -> new UpdateOrganizationRequest(present.name(), status),
        null);
  }

  public IssuedClient client(OrganizationId organization, String... scopes) {
    return changes.record(
        Change.operational(
            platform(),
            organization,
            recording -> clients.create(recording, newClient(organization, scopes))));
  }

  public IssuedClient developmentClient(OrganizationId organization, String id, String secret) {
    return changes.record(
        Change.operational(
            platform(),
            organization,
            recording ->
                clients.createDevelopment(recording, newClient(organization), id, secret)));
  }

  /** A client that proves itself by signatures. */
  public Client keyClient(OrganizationId organization, JsonNode jwks, String... scopes) {
    return changes.record(
        Change.operational(
            platform(),
            organization,
            recording ->
                clients.createWithKeys(
                    recording, newClient(organization, scopes), JsonWebKeys.parse(jwks))));
  }

  public void replaceKeys(Client client, JsonNode jwks) {
    changes.record(
        Change.policy(
            platform(),
            client.organization(),
            recording ->
                clients.replaceKeys(recording, client.clientId(), JsonWebKeys.parse(jwks))));
  }

  private static NewClient newClient(OrganizationId organization, String... scopes) {
    return new NewClient(
        organization,
        new SubjectRef(SubjectRef.SERVICE_ACCOUNT, UuidV7.next().toString()),
        Set.of(scopes));
  }

  private static Caller command(OrganizationId organization) {
    return Caller.command(organization, "tester", "test");
  }
}
