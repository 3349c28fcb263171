package io.iamplane.audit;

/**
 * The closed set of things that happen, under the names that audit records and events share. A test
 * sweeps it: each has a name of its own, and each is written by something.
 */
public enum EventType {
  ORGANIZATION_CREATED("iam.organization.created", RiskLevel.HIGH),
  ORGANIZATION_UPDATED("iam.organization.updated", RiskLevel.MEDIUM),
  ORGANIZATION_SUSPENDED("iam.organization.suspended", RiskLevel.CRITICAL),
  ORGANIZATION_REACTIVATED("iam.organization.reactivated", RiskLevel.HIGH),
  SERVICE_ACCOUNT_CREATED("iam.service_account.created", RiskLevel.HIGH),
  GRANT_CREATED("iam.grant.created", RiskLevel.HIGH),
  CLIENT_CREATED("iam.client.created", RiskLevel.HIGH),
  KEY_CREATED("iam.key.created", RiskLevel.HIGH),
  KEY_ACTIVATED("iam.key.activated", RiskLevel.HIGH);

  private final String wire;
  private final RiskLevel risk;

  EventType(String wire, RiskLevel risk) {
    this.wire = wire;
    this.risk = risk;
  }

  /** The name on the wire: {@code iam.organization.created}. */
  public String wire() {
    return wire;
  }

  public RiskLevel risk() {
    return risk;
  }
}
