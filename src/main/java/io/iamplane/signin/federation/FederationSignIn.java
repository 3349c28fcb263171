package io.iamplane.signin.federation;

import io.iamplane.shared.Aal;
import io.iamplane.shared.Secret;
import io.iamplane.signin.AuthorizationRequest;
import io.iamplane.signin.PageLanguage;
import io.iamplane.signin.PageText;
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
  public String part(
      AuthorizationRequest request, Secret form, String fields, PageLanguage language) {
    return """
    <form method="post" action="sign-in/federation">%s\
    <label>%s <input name="%s" required maxlength="100" autocomplete="organization"\
     autocapitalize="none" spellcheck="false"></label>\
    <button>%s</button></form>
    """
        .formatted(
            fields,
            PageText.ORGANIZATION.in(language),
            FederationResource.ORGANIZATION_FIELD,
            PageText.SIGN_IN_AT_COMPANY.in(language));
  }
}
