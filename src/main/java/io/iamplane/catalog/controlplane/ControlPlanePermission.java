package io.iamplane.catalog.controlplane;

/** The permissions that the control plane's operations require; a test compares the two. */
public enum ControlPlanePermission {
  ORGANIZATIONS_READ("iam:organizations.read", true),
  ORGANIZATIONS_MANAGE("iam:organizations.manage", true),
  INSTALLATION_READ("iam:installation.read", true),
  KEYS_READ("iam:keys.read", true),
  KEYS_MANAGE("iam:keys.manage", true),
  USERS_READ("iam:users.read", false),
  USERS_MANAGE("iam:users.manage", false),
  IDENTITY_PROVIDER_READ("iam:identity_provider.read", false),
  IDENTITY_PROVIDER_MANAGE("iam:identity_provider.manage", false),
  SERVICE_ACCOUNTS_READ("iam:service_accounts.read", false),
  SERVICE_ACCOUNTS_MANAGE("iam:service_accounts.manage", false),
  GROUPS_READ("iam:groups.read", false),
  GROUPS_MANAGE("iam:groups.manage", false),
  APPLICATIONS_READ("iam:applications.read", false),
  CLIENTS_MANAGE("iam:clients.manage", false),
  MANIFESTS_READ("iam:manifests.read", false),
  MANIFESTS_SUBMIT("iam:manifests.submit", false),
  MANIFESTS_APPROVE("iam:manifests.approve", false),
  MANIFESTS_APPLY("iam:manifests.apply", false),
  ROLES_READ("iam:roles.read", false),
  ROLES_MANAGE("iam:roles.manage", false),
  POLICIES_READ("iam:policies.read", false),
  POLICIES_SIMULATE("iam:policies.simulate", false),
  RELATIONS_READ("iam:relations.read", false),
  RELATIONS_MANAGE("iam:relations.manage", false),
  GRANTS_READ("iam:grants.read", false),
  GRANTS_MANAGE("iam:grants.manage", false),
  ESCALATE("iam:escalate", false),
  ACCESS_REQUEST_USE("iam:access_request.use", false),
  ACCESS_REQUEST_REVIEW("iam:access_request.review", false),
  ANOMALY_VIEW("iam:anomaly.view", false),
  ANOMALY_MANAGE("iam:anomaly.manage", false),
  LEAST_PRIVILEGE_VIEW("iam:least_privilege.view", false),
  LEAST_PRIVILEGE_MANAGE("iam:least_privilege.manage", false),
  DUTY_READ("iam:duty.read", false),
  DUTY_MANAGE("iam:duty.manage", false),
  ACCESS_REVIEW_MANAGE("iam:access_review.manage", false),
  DECISIONS_CHECK("iam:decisions.check", false),
  DECISIONS_EXPLAIN("iam:decisions.explain", false),
  DECISIONS_READ("iam:decisions.read", false),
  METRICS_READ("iam:metrics.read", false),
  AUDIT_READ("iam:audit.read", false),
  AUDIT_MANAGE("iam:audit.manage", false),
  WEBHOOKS_READ("iam:webhooks.read", false),
  WEBHOOKS_MANAGE("iam:webhooks.manage", false),
  EVENTS_READ("iam:events.read", false);

  private final String key;
  private final boolean platformOnly;

  ControlPlanePermission(String key, boolean platformOnly) {
    this.key = key;
    this.platformOnly = platformOnly;
  }

  /** The full key: {@code iam:decisions.check}. */
  public String key() {
    return key;
  }

  /** Returns true if it exists in the platform organization's catalogue alone. */
  public boolean platformOnly() {
    return platformOnly;
  }
}
