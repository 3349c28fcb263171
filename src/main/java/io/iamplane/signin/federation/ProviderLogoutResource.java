package io.iamplane.signin.federation;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Public;
import io.iamplane.shared.SubjectRef;
import io.iamplane.signin.PageException;
import io.iamplane.signin.PageForm;
import io.iamplane.signin.SessionEnds;
import io.iamplane.signin.SignInAdmission;
import io.iamplane.signin.SignInClients;
import io.iamplane.token.TokenRevocations;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Hears of a person's sign-out at a provider (OpenID Connect Back-Channel Logout 1.0). */
@RunOnVirtualThread
@Path(FederationResource.PATH + "/{organization}/backchannel-logout")
public class ProviderLogoutResource {

  private static final Logger LOG = Logger.getLogger(ProviderLogoutResource.class);

  private final IdentityProviders providers;
  private final Upstream upstream;
  private final FederatedIdentityStore identities;
  private final SessionEnds sessions;
  private final TokenRevocations revocations;
  private final SignInAdmission admission;
  private final Changes changes;

  ProviderLogoutResource(
      IdentityProviders providers,
      Upstream upstream,
      FederatedIdentityStore identities,
      SessionEnds sessions,
      TokenRevocations revocations,
      SignInAdmission admission,
      Changes changes) {
    this.providers = providers;
    this.upstream = upstream;
    this.identities = identities;
    this.sessions = sessions;
    this.revocations = revocations;
    this.admission = admission;
    this.changes = changes;
  }

  /** Section 2.8: 200, or 400; the answer says nothing else. */
  @POST
  @Consumes(MediaType.WILDCARD)
  @Public("the provider signs its logout tokens")
  @Operation(hidden = true)
  public Response signOut(@PathParam("organization") String organization, byte @Nullable [] body) {
    Response.Status status = Response.Status.OK;
    try {
      OrganizationId tenant =
          OrganizationId.parse(organization)
              .orElseThrow(() -> refused("no organization id in the path"));
      IdentityProvider provider =
          providers.find(tenant).orElseThrow(() -> refused("the organization has no provider"));
      String form = body == null ? null : new String(body, StandardCharsets.ISO_8859_1);
      String token =
          PageForm.any(form)
              .value("logout_token")
              .orElseThrow(() -> refused("no 'logout_token' in the request"));
      admission.federated();
      end(tenant, provider, upstream.signedOut(tenant, provider, token).getValue());
    } catch (UpstreamRefusedException | PageException e) {
      LOG.infof("a sign-out from an identity provider was refused: %s", e.getMessage());
      if (!(e instanceof UpstreamRefusedException refused && refused.isUnavailable())) {
        admission.refused();
      }
      status = Response.Status.BAD_REQUEST;
    }
    return Response.status(status).header(HttpHeaders.CACHE_CONTROL, "no-store").build();
  }

  private static UpstreamRefusedException refused(String what) {
    return new UpstreamRefusedException(what);
  }

  /** Ends all sessions of the person: the provider may not name one, and none is marked. */
  private void end(OrganizationId organization, IdentityProvider provider, String subject) {
    SubjectRef actor = new SubjectRef(IdentityProviders.TARGET, organization.toString());
    Caller caller =
        new Caller(organization, false, actor, SignInClients.PANEL, Aal.AAL1, admission.origin());
    changes.record(
        Change.policy(
            caller,
            organization,
            recording -> {
              identities
                  .find(recording, provider.issuer(), subject)
                  .ifPresent(identity -> {
                    sessions.endAll(recording, identity.user());
                    // Those of a session that ended before, too.
                    revocations.endAllOf(recording, identity.user().subject());
                  });
              return null;
            }));
  }
}
