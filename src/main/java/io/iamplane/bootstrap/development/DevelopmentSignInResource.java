package io.iamplane.bootstrap.development;

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
import io.iamplane.signin.SignInProof;
import io.iamplane.signin.SignInResource;
import io.iamplane.signin.SignIns;
import io.quarkus.arc.profile.IfBuildProfile;
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

/** Takes the click on {@link DevelopmentSignIn}'s part of the page. */
@RunOnVirtualThread
@Path(SignInResource.PATH + "/development")
@IfBuildProfile(anyOf = {"dev", "test"})
public class DevelopmentSignInResource {

  /** A test of presence and nothing more (RFC 8176, section 2). */
  private static final List<String> PRESENCE = List.of("user");

  private final DevelopmentSignIn people;
  private final PageForm.Reader forms;
  private final AuthorizationRequests requests;
  private final SignIns signIns;
  private final BrowserCookies cookies;
  private final Authorizations authorizations;
  private final PageAnswers answers;

  DevelopmentSignInResource(
      DevelopmentSignIn people,
      PageForm.Reader forms,
      AuthorizationRequests requests,
      SignIns signIns,
      BrowserCookies cookies,
      Authorizations authorizations,
      PageAnswers answers) {
    this.people = people;
    this.forms = forms;
    this.requests = requests;
    this.signIns = signIns;
    this.cookies = cookies;
    this.authorizations = authorizations;
    this.answers = answers;
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Public("the person has not signed in yet; development only")
  @Operation(hidden = true)
  public Response signIn(@Context HttpHeaders headers, byte @Nullable [] body) {
    return answers.of(headers, () -> signIn(forms.own(headers, body), headers));
  }

  private Response.ResponseBuilder signIn(PageForm form, HttpHeaders headers) {
    AuthorizationRequest request =
        requests.read(form.value(SignInResource.REQUEST_FIELD).orElse(null));
    DevelopmentSignIn.Found found =
        form.value(DevelopmentSignIn.USER_FIELD)
            .flatMap(people::find)
            .orElseThrow(() -> new PageException(400, PageText.DEMO_UNKNOWN));
    Aal aal = request.aal() == null ? Aal.AAL1 : request.aal();
    SignIns.Entered entered =
        signIns.enter(
            request,
            new SignIns.Person(found.organization().id(), found.user().id()),
            new SignInProof(aal, PRESENCE),
            cookies.session(headers),
            _ -> Optional.empty());
    return authorizations.answer(request, entered);
  }
}
