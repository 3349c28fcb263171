package io.iamplane.directory.client;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.TreeMap;
import java.util.TreeSet;

/** A client that needs no database to prove itself. */
public final class ProvedClient {

  private ProvedClient() {}

  public static AuthenticatedClient named(String clientId) {
    OrganizationId tenant =
        OrganizationId.parse("0192f3c4-0000-7000-8000-000000000001").orElseThrow();
    Client client =
        new Client(
            clientId,
            tenant,
            SubjectRef.parse("service_account:0192f3c4-0000-7000-8000-000000000002").orElseThrow(),
            ClientStatus.ACTIVE,
            false,
            new TreeSet<>(),
            Instant.EPOCH,
            ClientAuthMethod.CLIENT_SECRET,
            new TreeMap<>(),
            false,
            null);
    return new AuthenticatedClient(client, false, 3);
  }
}
