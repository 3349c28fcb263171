package io.iamplane.signin.federation;

import io.iamplane.change.CallerChanges;
import io.iamplane.change.Recording;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.SeveralChanges;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.Revision;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The OpenID provider of the caller's organization, by which its people sign in. */
@RunOnVirtualThread
@Path("/api/iam/v1/identity-provider")
public class IdentityProviderResource {

  private static final String READ = "iam:identity_provider.read";
  private static final String MANAGE = "iam:identity_provider.manage";

  private final IdentityProviders providers;
  private final Upstream upstream;
  private final CallerChanges changes;

  IdentityProviderResource(IdentityProviders providers, Upstream upstream, CallerChanges changes) {
    this.providers = providers;
    this.upstream = upstream;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(summary = "Read the organization's OpenID provider")
  public RestResponse<Data<IdentityProviderView>> get() {
    return answer(providers.get(changes.organization()));
  }

  @PUT
  @SeveralChanges
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Set or replace the organization's OpenID provider",
      description =
          "The secret is never returned; if `client_secret` is absent, the stored one is kept."
              + " Changing `issuer` removes the identities and memberships that came from the"
              + " previous provider, ends the sessions that came from it, and revokes the access"
              + " tokens of the organization's people. Requires a sign-in at level `aal2`.")
  public RestResponse<Data<IdentityProviderView>> put(
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @NotNull @Valid IdentityProviderRequest request) {
    return answer(ifMatch, (recording, revision) -> providers.put(recording, request, revision));
  }

  @DELETE
  @SeveralChanges
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Remove the organization's OpenID provider and everything that came from it",
      description =
          "Removes the identities and memberships that came from the provider, ends the sessions"
              + " that came from it, and revokes the access tokens of the organization's people."
              + " The people's accounts are kept; people can still sign in with passkeys. Returns"
              + " the provider's last state. Requires a sign-in at level `aal2`.")
  public RestResponse<Data<IdentityProviderView>> delete(
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(ifMatch, providers::delete);
  }

  private interface Act {
    IdentityProviders.Step of(Recording recording, @Nullable String ifMatch);
  }

  /** Goes on until an act is done, each change of which expects the revision of the one before. */
  private RestResponse<Data<IdentityProviderView>> answer(@Nullable String ifMatch, Act act) {
    IdentityProviders.Step step = changes.policy(recording -> act.of(recording, ifMatch));
    while (!step.done()) {
      String revision = new Revision(step.provider().revision()).etag();
      step = changes.policy(recording -> act.of(recording, revision));
    }
    return answer(step.provider());
  }

  private RestResponse<Data<IdentityProviderView>> answer(IdentityProvider provider) {
    return Answer.of(
        IdentityProviderView.of(
            provider,
            upstream.redirectUri(changes.organization()),
            upstream.logoutUri(changes.organization())),
        provider.revision());
  }
}
