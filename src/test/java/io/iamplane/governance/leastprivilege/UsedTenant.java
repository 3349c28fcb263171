package io.iamplane.governance.leastprivilege;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.governance.leastprivilege.LeastPrivilegeScan.Scanned;
import io.iamplane.shared.Aal;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** A tenant with year-old grants and half a year of decisions. */
public final class UsedTenant {

  /** Just later than everything that was decided by then, and settles after two minutes. */
  private static final Duration LATER = Duration.ofMinutes(2).plusMillis(3);

  private static final String MANIFEST =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "depot", "name": "Depot"},
       "permissions": [{"key": "stock.read"}, {"key": "stock.adjust"}, {"key": "stock.count"},
         {"key": "stock.write_off", "risk": "high"}],
       "roles": [{"key": "clerk", "permissions": ["stock.read", "stock.count"]},
         {"key": "reader", "permissions": ["stock.read"]},
         {"key": "keeper", "permissions": ["stock.read", "stock.count", "stock.adjust"]},
         {"key": "boss", "permissions": ["stock.*"], "is_privileged": true}]}
      """;

  private final AdminTenant tenant;
  private final RecordedVolume volume;
  private final FlushedLog log;
  private final LeastPrivilegeScan scan;
  private int recorded;

  public UsedTenant(
      AdminTenant tenant, RecordedVolume volume, FlushedLog log, LeastPrivilegeScan scan) {
    this.tenant = tenant;
    this.volume = volume;
    this.log = log;
    this.scan = scan;
    tenant.apply("depot", MANIFEST);
    user("first");
    used("first", "depot:stock.read", 180);
  }

  public String user(String name) {
    return tenant.made("users", "{'name': 'Person', 'external_id': '%s'}".formatted(name));
  }

  public String role(String user, String role) {
    return grant(user, "'privilege_type': 'role', 'privilege_key': '%s'".formatted(role));
  }

  public String permission(String user, String permission) {
    return grant(
        user, "'privilege_type': 'permission', 'privilege_key': '%s'".formatted(permission));
  }

  /** A grant that is a year old. */
  public String grant(String user, String rest) {
    String id = tenant.made("grants", "{'subject': 'user:%s', %s}".formatted(user, rest));
    aged(id);
    return id;
  }

  public void aged(String grant) {
    try {
      Rows.update(
          "UPDATE iam_grants SET created_at = now() - interval '1 year' WHERE id = '%s'"
              .formatted(grant));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Someone was asked about, some days ago. */
  public void used(String user, String permission, int daysAgo) {
    volume.record(
        tenant.organization().id(),
        1,
        Instant.now().minus(Duration.ofDays(daysAgo)).plusSeconds(60L * recorded++),
        Duration.ofSeconds(1),
        _ ->
            new DecisionRequest(
                new Party("user", user, Map.of()),
                new Asked.Permission(permission, null),
                null,
                Map.of(),
                Map.of(),
                Aal.AAL1));
  }

  public Scanned scanned() {
    log.await();
    return scan.scan(tenant.organization().id(), Instant.now().plus(LATER));
  }
}
