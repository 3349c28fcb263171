package io.iamplane.signin.federation;

import io.iamplane.shared.Aal;
import io.iamplane.shared.Secret;
import io.iamplane.signin.AuthorizationRequest;
import io.iamplane.signin.SignInMethod;
import jakarta.inject.Singleton;

/** The sign-in at the company's own provider: the person names the organization. */
@Singleton
class FederationSignIn implements SignInMethod {

  @Override
  public Aal strongest() {
    return Aal.AAL2;
  }

  @Override
  public String part(AuthorizationRequest request, Secret form, String fields) {
    return """
    <form method="post" action="sign-in/federation">%s\
    <label>Organization <input name="%s" required maxlength="100" autocomplete="organization"\
     autocapitalize="none" spellcheck="false"></label>\
    <button>Sign in with your company's account</button></form>
    """
        .formatted(fields, FederationResource.ORGANIZATION_FIELD);
  }
}
