package io.iamplane.signin.federation;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/** Plays the life of a provider, and the first sign-in of a person there, without one. */
@ApplicationScoped
public class PlayedIdentities {

  private static final IdentityProviderRequest REQUEST =
      new IdentityProviderRequest(
          "Acme",
          "https://login.acme.example",
          "iam",
          "secret-of-the-provider",
          null,
          null,
          null,
          null,
          true,
          null,
          null,
          null,
          null,
          null);

  private final IdentityProviders providers;
  private final FederatedPeople people;
  private final Changes changes;

  PlayedIdentities(IdentityProviders providers, FederatedPeople people, Changes changes) {
    this.providers = providers;
    this.people = people;
    this.changes = changes;
  }

  /** A provider is named, a person is made and bound, and the provider goes. */
  public void play(Caller caller, OrganizationId organization) {
    IdentityProvider provider =
        changes
            .record(
                Change.policy(
                    caller, organization, recording -> providers.put(recording, REQUEST, null)))
            .provider();
    people
        .enter(
            organization, provider, "upstream-1", Map.of("name", "Fay"), "panel", caller.origin())
        .orElseThrow();
    changes.record(
        Change.policy(caller, organization, recording -> providers.delete(recording, null)));
  }
}
