package io.iamplane.bootstrap.development;

import io.iamplane.bootstrap.DemoTenant;

/** The output of a development start. Its commands can be pasted unchanged into any shell. */
final class Greeting {

  private Greeting() {}

  /**
   * The greeting.
   *
   * @param panel a line about the admin panel
   */
  static String text(String address, String panel) {
    return """


    The IAM control plane is ready at %1$s
    %7$s
    Client of the platform's administrator: %2$s / %3$s (development only)
    Client of the tenant %4$s's administrator: %5$s / %6$s

    Get a token, list the organizations, create one with its administrator, whose secret is shown once:

      TOKEN=$(curl -s -u %2$s:%3$s -d grant_type=client_credentials %1$s/oauth/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
      curl -s -H "Authorization: Bearer $TOKEN" %1$s/api/iam/v1/organizations
      curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"key":"acme","name":"Acme Ltd","administrator":{}}' %1$s/api/iam/v1/organizations
    """
        .formatted(
            address,
            DemoTenant.PLATFORM_CLIENT,
            DemoTenant.PLATFORM_SECRET,
            DemoTenant.KEY,
            DemoTenant.TENANT_CLIENT,
            DemoTenant.TENANT_SECRET,
            panel);
  }
}
