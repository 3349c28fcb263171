package io.iamplane.webhook.delivery;

/**
 * The organizations that have deliveries that did not arrive, dead letters among them: as many
 * looks into the index of those as there are such organizations, however many others there are.
 */
public final class BusyOrganizations {

  /** Begins a query that reads from {@code busy (organization_id)}. */
  public static final String WITH =
      """
      WITH RECURSIVE step (organization_id) AS (
        (SELECT d.organization_id FROM iam_webhook_deliveries d WHERE d.status <> 'delivered'
          ORDER BY d.organization_id LIMIT 1)
        UNION ALL
        SELECT (SELECT d.organization_id FROM iam_webhook_deliveries d
          WHERE d.status <> 'delivered' AND d.organization_id > step.organization_id
          ORDER BY d.organization_id LIMIT 1)
        FROM step WHERE step.organization_id IS NOT NULL),
      busy (organization_id) AS (
        SELECT organization_id FROM step WHERE organization_id IS NOT NULL)
      """;

  private BusyOrganizations() {}
}
