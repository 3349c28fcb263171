package io.iamplane.signin;

import io.iamplane.shared.Public;
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

/** The sign-out endpoint (OpenID Connect RP-Initiated Logout 1.0, section 2). */
@RunOnVirtualThread
@Path(SignOutResource.PATH)
public class SignOutResource {

  public static final String PATH = "/oauth/logout";

  private final SignOuts signOuts;
  private final PageAnswers answers;

  SignOutResource(SignOuts signOuts, PageAnswers answers) {
    this.signOuts = signOuts;
    this.answers = answers;
  }

  @GET
  @Public("browsers come here with a cookie instead of a token")
  @Operation(hidden = true)
  public Response get(@Context HttpServerRequest request, @Context HttpHeaders headers) {
    return answers.of(headers, () -> signOuts.answer(PageForm.any(request.query()), headers));
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Public("browsers come here with a cookie instead of a token")
  @Operation(hidden = true)
  public Response post(@Context HttpHeaders headers, byte @Nullable [] body) {
    return answers.of(headers, () -> signOuts.answer(PageForm.any(body), headers));
  }
}
