package io.iamplane.signin.passkey;

import io.iamplane.database.Transactions;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Public;
import io.iamplane.signin.AuthorizationRequest;
import io.iamplane.signin.AuthorizationRequests;
import io.iamplane.signin.Authorizations;
import io.iamplane.signin.BrowserCookies;
import io.iamplane.signin.PageAnswers;
import io.iamplane.signin.PageException;
import io.iamplane.signin.PageForm;
import io.iamplane.signin.PageText;
import io.iamplane.signin.SignInAdmission;
import io.iamplane.signin.SignInProof;
import io.iamplane.signin.SignInRefusal.Reason;
import io.iamplane.signin.SignInResource;
import io.iamplane.signin.SignIns;
import io.iamplane.signin.passkey.Challenges.Ceremony;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** Takes the response to {@link PasskeySignIn}'s part of the page. */
@RunOnVirtualThread
@Path(SignInResource.PATH + "/passkey")
public class PasskeyResource {

  /** Possession of a key, and presence (RFC 8176, section 2); the kind of key is not known. */
  private static final SignInProof PROOF = new SignInProof(Aal.AAL2, List.of("pop", "user"));

  private final PageForm.Reader forms;
  private final AuthorizationRequests requests;
  private final Challenges challenges;
  private final RelyingParty party;
  private final PasskeyStore store;
  private final Transactions transactions;
  private final SignIns signIns;
  private final SignInAdmission admission;
  private final BrowserCookies cookies;
  private final Authorizations authorizations;
  private final PageAnswers answers;

  PasskeyResource(
      PageForm.Reader forms,
      AuthorizationRequests requests,
      Challenges challenges,
      RelyingParty party,
      PasskeyStore store,
      Transactions transactions,
      SignIns signIns,
      SignInAdmission admission,
      BrowserCookies cookies,
      Authorizations authorizations,
      PageAnswers answers) {
    this.forms = forms;
    this.requests = requests;
    this.challenges = challenges;
    this.party = party;
    this.store = store;
    this.transactions = transactions;
    this.signIns = signIns;
    this.admission = admission;
    this.cookies = cookies;
    this.authorizations = authorizations;
    this.answers = answers;
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Public("people have no token before they sign in")
  @Operation(hidden = true)
  public Response signIn(@Context HttpHeaders headers, byte @Nullable [] body) {
    return answers.of(headers, () -> signIn(forms.own(headers, body), headers));
  }

  private Response.ResponseBuilder signIn(PageForm form, HttpHeaders headers) {
    AuthorizationRequest request =
        requests.read(form.value(SignInResource.REQUEST_FIELD).orElse(null));
    Challenges.Challenge challenge = challenges.open(Ceremony.SIGN_IN, form);
    RelyingParty.Response response;
    Passkey passkey;
    SignIns.Use use;
    try {
      response = party.read(form.value(PasskeyForm.RESPONSE_FIELD).orElse(""));
      passkey = find(response);
      use = use(response, passkey, challenge);
    } catch (RelyingParty.RefusedException _) {
      admission.refused();
      throw refused();
    }
    // Before anything is recorded: a response may be sent again without end.
    admission.signedIn(passkey.person().subject().toString());
    return authorizations.answer(
        request, signIns.enter(request, passkey.person(), PROOF, cookies.session(headers), use));
  }

  private Passkey find(RelyingParty.Response response) {
    return admission
        .lookUp(() -> transactions.call(() -> store.byCredential(response.credentialId())))
        .filter(found -> found.person().user().equals(response.user()))
        .orElseThrow(() -> {
          admission.refused();
          return refused();
        });
  }

  /** The use of a passkey with a valid response; with a wrong counter alone it is refused. */
  private SignIns.Use use(
      RelyingParty.Response response, Passkey passkey, Challenges.Challenge challenge) {
    try {
      Passkey used = party.used(response, passkey, challenge);
      return recording ->
          store.use(recording, used) ? Optional.empty() : Optional.of(Reason.PASSKEY_REUSED);
    } catch (RelyingParty.RefusedException e) {
      if (e.isCounterWentBack()) {
        return _ -> Optional.of(Reason.PASSKEY_COUNTER_WENT_BACK);
      }
      throw e;
    }
  }

  private static PageException refused() {
    return new PageException(403, PageText.PASSKEY_REFUSED);
  }
}
