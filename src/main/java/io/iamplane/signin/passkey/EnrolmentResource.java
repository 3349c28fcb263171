package io.iamplane.signin.passkey;

import io.iamplane.shared.Public;
import io.iamplane.shared.Secret;
import io.iamplane.signin.BrowserCookies;
import io.iamplane.signin.Html;
import io.iamplane.signin.HtmlPage;
import io.iamplane.signin.PageAnswers;
import io.iamplane.signin.PageException;
import io.iamplane.signin.PageForm;
import io.iamplane.signin.PageLanguage;
import io.iamplane.signin.PageText;
import io.iamplane.signin.RandomSecrets;
import io.iamplane.signin.SignInAdmission;
import io.iamplane.signin.SignInResource;
import io.iamplane.signin.passkey.Challenges.Ceremony;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** The page that a link of {@link Invitations} leads to. To load it uses nothing up. */
@RunOnVirtualThread
@Path(EnrolmentResource.PATH)
public class EnrolmentResource {

  static final String PATH = SignInResource.PATH + "/enrol";

  /** The parameter of the link, and the field of the form, that holds the secret. */
  static final String INVITATION_FIELD = "invitation";

  private final PageForm.Reader forms;
  private final Enrolments enrolments;
  private final Challenges challenges;
  private final RelyingParty party;
  private final SignInAdmission admission;
  private final BrowserCookies cookies;
  private final PageAnswers answers;

  EnrolmentResource(
      PageForm.Reader forms,
      Enrolments enrolments,
      Challenges challenges,
      RelyingParty party,
      SignInAdmission admission,
      BrowserCookies cookies,
      PageAnswers answers) {
    this.forms = forms;
    this.enrolments = enrolments;
    this.challenges = challenges;
    this.party = party;
    this.admission = admission;
    this.cookies = cookies;
    this.answers = answers;
  }

  @GET
  @Public("people come here before they have a passkey or a token")
  @Operation(hidden = true)
  public Response page(@Context HttpServerRequest request, @Context HttpHeaders headers) {
    return answers.of(headers, () -> page(secret(PageForm.any(request.query())), headers));
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Public("people come here before they have a passkey or a token")
  @Operation(hidden = true)
  public Response enrol(@Context HttpHeaders headers, byte @Nullable [] body) {
    return answers.of(headers, () -> enrol(forms.own(headers, body), headers));
  }

  private Response.ResponseBuilder page(Secret secret, HttpHeaders headers) {
    Enrolments.Invited invited = enrolments.invited(secret);
    Challenges.Challenge challenge = challenges.next();
    PageLanguage language = PageLanguage.of(headers);
    Secret form = cookies.form(headers);
    String fields =
        BrowserCookies.field(form)
            + Html.hidden(INVITATION_FIELD, secret.reveal())
            + challenges.field(Ceremony.ENROLMENT, challenge, form);
    String body =
        "<p>%s</p>\n%s"
            .formatted(
                PageText.MAKE_PASSKEY_HERE
                    .in(language)
                    .formatted(Html.escape(invited.user().name())),
                PasskeyForm.of(
                    language,
                    "create",
                    "enrol",
                    party.creation(invited.user(), invited.present(), challenge),
                    fields,
                    PageText.MAKE_PASSKEY,
                    PasskeyScript.NAME));
    return HtmlPage.withScript(language, PageText.WELCOME, body, "")
        .header("Set-Cookie", cookies.keepForm(form));
  }

  private Response.ResponseBuilder enrol(PageForm form, HttpHeaders headers) {
    Secret secret = secret(form);
    Challenges.Challenge challenge = challenges.open(Ceremony.ENROLMENT, form);
    Enrolments.Invited invited = enrolments.invited(secret);
    NewPasskey made;
    try {
      made = party.made(form.value(PasskeyForm.RESPONSE_FIELD).orElse(""), challenge);
    } catch (RelyingParty.RefusedException e) {
      admission.refused();
      if (e.isUnwelcome()) {
        enrolments.refuse(invited);
        throw new PageException(403, PageText.DEVICE_NOT_ALLOWED);
      }
      throw new PageException(400, PageText.DEVICE_RESPONSE_REFUSED);
    }
    enrolments.enrol(invited, secret, made);
    return HtmlPage.of(
        PageLanguage.of(headers), 200, PageText.PASSKEY_MADE, PageText.GO_TO_APPLICATION);
  }

  private static Secret secret(PageForm form) {
    return form.value(INVITATION_FIELD)
        .filter(RandomSecrets::isOne)
        .map(Secret::new)
        .orElseThrow(() -> new PageException(400, PageText.LINK_INCOMPLETE));
  }
}
