package io.iamplane.signin.federation;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Public;
import io.iamplane.signin.AuthorizationRequest;
import io.iamplane.signin.AuthorizationRequests;
import io.iamplane.signin.Authorizations;
import io.iamplane.signin.BrowserCookies;
import io.iamplane.signin.HtmlPage;
import io.iamplane.signin.PageAnswers;
import io.iamplane.signin.PageException;
import io.iamplane.signin.PageForm;
import io.iamplane.signin.PageLanguage;
import io.iamplane.signin.PageText;
import io.iamplane.signin.RandomSecrets;
import io.iamplane.signin.SignInAdmission;
import io.iamplane.signin.SignInProof;
import io.iamplane.signin.SignInResource;
import io.iamplane.signin.SignIns;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The way to an organization's provider, and back from it. */
@RunOnVirtualThread
@Path(FederationResource.PATH)
public class FederationResource {

  static final String PATH = SignInResource.PATH + "/federation";
  static final String ORGANIZATION_FIELD = "organization";

  private static final String SET_COOKIE = "Set-Cookie";

  private static final Logger LOG = Logger.getLogger(FederationResource.class);

  /** OpenID Connect Core 1.0, section 2. */
  private static final Pattern SUBJECT = Pattern.compile("[ -~]{1,255}");

  private final PageForm.Reader forms;
  private final AuthorizationRequests requests;
  private final OrganizationService organizations;
  private final IdentityProviders providers;
  private final Upstream upstream;
  private final Trips trips;
  private final FederatedPeople people;
  private final SignIns signIns;
  private final SignInAdmission admission;
  private final Authorizations authorizations;
  private final BrowserCookies cookies;
  private final RandomSecrets secrets;
  private final PageAnswers answers;

  FederationResource(
      PageForm.Reader forms,
      AuthorizationRequests requests,
      OrganizationService organizations,
      IdentityProviders providers,
      Upstream upstream,
      Trips trips,
      FederatedPeople people,
      SignIns signIns,
      SignInAdmission admission,
      Authorizations authorizations,
      BrowserCookies cookies,
      RandomSecrets secrets,
      PageAnswers answers) {
    this.forms = forms;
    this.requests = requests;
    this.organizations = organizations;
    this.providers = providers;
    this.upstream = upstream;
    this.trips = trips;
    this.people = people;
    this.signIns = signIns;
    this.admission = admission;
    this.authorizations = authorizations;
    this.cookies = cookies;
    this.secrets = secrets;
    this.answers = answers;
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Public("people have no token before they sign in")
  @Operation(hidden = true)
  public Response leave(@Context HttpHeaders headers, byte @Nullable [] body) {
    return answers.of(headers, () -> refusing(() -> leave(forms.own(headers, body), headers)));
  }

  /** Without a redirect: the page's policy holds its forms to this service and the application. */
  private Response.ResponseBuilder leave(PageForm form, HttpHeaders headers) {
    AuthorizationRequest request =
        requests.read(form.value(SignInResource.REQUEST_FIELD).orElse(null));
    String key = form.value(ORGANIZATION_FIELD).map(String::strip).orElse("");
    OrganizationId organization =
        admission
            .lookUp(() -> organizations.byKey(key))
            .filter(found -> found.status() == Organization.Status.ACTIVE)
            .filter(found -> request.client().admits(found.id()))
            .map(Organization::id)
            .orElseThrow(this::unknown);
    IdentityProvider provider = providers.open(organization).orElseThrow(this::unknown);
    admission.federated();
    Trip trip = trips.begin(organization, provider.issuer(), request.query());
    String acr =
        request.aal() == Aal.AAL2
            ? provider.rules().aal2Acr().stream().findFirst().orElse(null)
            : null;
    String to =
        upstream
            .authorization(
                organization,
                provider,
                trip,
                trips.state(trip, cookies.form(headers)),
                UpstreamProof.greatestAge(request),
                acr)
            .toString();
    return HtmlPage.onward(PageLanguage.of(headers), to);
  }

  @GET
  @Path("{organization}/callback")
  @Public("people have no token before they sign in")
  @Operation(hidden = true)
  public Response comeBack(
      @PathParam("organization") String organization,
      @Context HttpServerRequest request,
      @Context HttpHeaders headers) {
    return answers.of(
        headers,
        () -> {
          PageForm answer = PageForm.any(request.query());
          Trip trip = trips.open(answer.value("state").orElse(""), cookies.form(headers));
          Response made =
              answers.of(
                  headers, () -> refusing(() -> comeBack(organization, trip, answer, headers)));
          // However it ended, the state is good in this browser no more.
          return Response.fromResponse(made).header(SET_COOKIE, cookies.keepForm(secrets.next()));
        });
  }

  private Response.ResponseBuilder comeBack(
      String path, Trip trip, PageForm answer, HttpHeaders headers) {
    OrganizationId organization = trip.organization();
    AuthorizationRequest request = requests.read(trip.request());
    if (!request.client().admits(organization)) {
      throw unknown();
    }
    IdentityProvider provider =
        providers
            .open(organization)
            .filter(each -> each.issuer().equals(trip.issuer()))
            .orElseThrow(() ->
                new UpstreamRefusedException(
                    "the organization's provider has changed since the sign-in began"));
    if (!path.equals(organization.toString())) {
      throw new UpstreamRefusedException(
          "the response arrived at another organization's redirect URI");
    }
    // A state can be sent again and again by a client that keeps the old cookie.
    admission.federated();
    upstream.requireIssuer(organization, provider, answer.value("iss").orElse(null));
    String code =
        answer
            .value("code")
            .orElseThrow(() -> UpstreamRefusedException.unavailable("the provider sent no code"));
    IDTokenClaimsSet idToken =
        upstream.redeem(
            organization, provider, () -> providers.secret(organization, provider), code, trip);
    if (!SUBJECT.matcher(idToken.getSubject().getValue()).matches()) {
      throw new UpstreamRefusedException(
          "the subject must consist of 1 to 255 printable ASCII characters");
    }
    SignInProof proof = UpstreamProof.of(provider, request, trip, idToken);
    authorizations.requireAssurance(request, proof);
    // Before anything is recorded: a person may come again without end.
    admission.signedIn(
        IdentityProviders.TARGET + "/" + organization + "/" + idToken.getSubject().getValue());
    UserId user = user(organization, provider, idToken, request.clientId());
    SignIns.Entered entered =
        signIns.enter(
            request,
            new SignIns.Person(organization, user),
            proof,
            cookies.session(headers),
            recording -> providers.use(recording, provider));
    return authorizations.answer(request, entered);
  }

  private UserId user(
      OrganizationId organization,
      IdentityProvider provider,
      IDTokenClaimsSet idToken,
      String clientId) {
    Map<String, Object> claims;
    try {
      claims = idToken.toJWTClaimsSet().getClaims();
    } catch (ParseException e) {
      throw new UpstreamRefusedException("the claims are malformed");
    }
    return people
        .enter(
            organization,
            provider,
            idToken.getSubject().getValue(),
            claims,
            clientId,
            admission.origin())
        .orElseThrow(() -> new PageException(403, PageText.COMPANY_ACCOUNT_REFUSED));
  }

  /** One answer for everything that is wrong at the provider; the reason is in the log. */
  private Response.ResponseBuilder refusing(Supplier<Response.ResponseBuilder> answer) {
    try {
      return answer.get();
    } catch (UpstreamRefusedException e) {
      LOG.infof("a sign-in through an identity provider was refused: %s", e.getMessage());
      if (!e.isUnavailable()) {
        admission.refused();
      }
      throw new PageException(502, PageText.COMPANY_FAILED);
    }
  }

  private PageException unknown() {
    admission.refused();
    return new PageException(404, PageText.COMPANY_UNKNOWN);
  }
}
