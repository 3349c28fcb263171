package io.iamplane.directory.client;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.TreeSet;

/** Clients with keys, made without a database, for tests of other packages. */
public final class KeyClients {

  private KeyClients() {}

  /** Found, active, and not yet proved. */
  public static ClaimedClient claimed(String id, JsonWebKeys keys) {
    return new ClaimedClient(row(id, ClientStatus.ACTIVE, keys, true));
  }

  /** One that proved itself. */
  public static AuthenticatedClient proved(String id) {
    return new AuthenticatedClient(
        row(id, ClientStatus.ACTIVE, JsonWebKeys.NONE, true).client(), false, 1);
  }

  /** Not found. */
  public static ClaimedClient unknown() {
    return new ClaimedClient(null);
  }

  static ClientRow row(String id, ClientStatus status, JsonWebKeys keys, boolean active) {
    Client client =
        new Client(
            id,
            OrganizationId.next(),
            new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "1"),
            status,
            false,
            new TreeSet<>(),
            Instant.EPOCH,
            ClientAuthMethod.PRIVATE_KEY_JWT,
            keys.thumbprints(),
            false,
            null);
    return new ClientRow(client, SecretHash.NONE, null, active, false, keys, 1);
  }
}
