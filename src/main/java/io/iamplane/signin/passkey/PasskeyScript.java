package io.iamplane.signin.passkey;

import io.iamplane.shared.Public;
import io.iamplane.signin.SignInResource;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The script of the two pages, which asks the authenticator and sends the form. */
@RunOnVirtualThread
@Path(SignInResource.PATH + "/" + PasskeyScript.NAME)
public class PasskeyScript {

  static final String NAME = "passkeys.js";

  private static final String TEXT =
      """
      "use strict";
      const form = document.querySelector("form[data-passkey]");
      const button = form.querySelector("button");
      const said = form.querySelector("[role=alert]");
      const ways = {
        create: (options) =>
          navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
          }),
        get: (options) =>
          navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
          }),
      };
      form.addEventListener("submit", async (event) => {
        event.preventDefault();
        button.disabled = true;
        said.textContent = "";
        try {
          const credential = await ways[form.dataset.passkey](JSON.parse(form.dataset.options));
          form.elements.response.value = JSON.stringify(credential.toJSON());
          form.submit();
        } catch (error) {
          button.disabled = false;
          said.textContent =
            error.name === "InvalidStateError" ? form.dataset.known : form.dataset.failed;
        }
      });
      """;

  @GET
  @Public("browsers load it before the person signs in")
  @Operation(hidden = true)
  public Response script() {
    return Response.ok(TEXT)
        .type("text/javascript;charset=UTF-8")
        .header(HttpHeaders.CACHE_CONTROL, "no-cache")
        .build();
  }
}
