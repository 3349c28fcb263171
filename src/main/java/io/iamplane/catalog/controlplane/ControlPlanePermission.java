package io.iamplane.catalog.controlplane;

/**
 * The closed set of permissions that the control plane's operations ask for. A test holds it equal
 * to what the operations name.
 */
public enum ControlPlanePermission {
  ORGANIZATIONS_READ("iam:organizations.read", true),
  ORGANIZATIONS_MANAGE("iam:organizations.manage", true),
  GRANTS_READ("iam:grants.read", false),
  GRANTS_MANAGE("iam:grants.manage", false),
  DECISIONS_CHECK("iam:decisions.check", false),
  DECISIONS_EXPLAIN("iam:decisions.explain", false);

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

  /** Whether it exists in the platform organization's catalogue alone. */
  public boolean platformOnly() {
    return platformOnly;
  }
}
