package io.iamplane.directory.client;

import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;

/**
 * A client that proved itself: its secret or its signature matched, and it and its organization are
 * active. Only {@link ClientAuthenticator} and {@link ClaimedClient} make one.
 */
public final class AuthenticatedClient {

  private final Client client;
  private final boolean platform;
  private final long policyVersion;

  AuthenticatedClient(Client client, boolean platform, long policyVersion) {
    this.client = client;
    this.platform = platform;
    this.policyVersion = policyVersion;
  }

  /**
   * The version of its organization's policy at which its credential held. A token says it, and
   * ends with a later version that ends the credential.
   */
  public long policyVersion() {
    return policyVersion;
  }

  public Client client() {
    return client;
  }

  public boolean platform() {
    return platform;
  }

  public Caller caller(Caller.Origin origin) {
    return new Caller(
        client.organization(),
        platform,
        client.subject(),
        client.clientId(),
        Aal.AAL1,
        origin,
        new Caller.Token(policyVersion, client.scopes(), null));
  }

  @Override
  public String toString() {
    return client.clientId();
  }
}
