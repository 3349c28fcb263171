package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.EventType;
import io.iamplane.cli.Commands;
import io.iamplane.testing.Rows;
import io.restassured.path.json.JsonPath;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.List;

/** Operators handle findings by commands alone. */
@ApplicationScoped
class Acknowledging {

  private final Commands commands;

  Acknowledging(Commands commands) {
    this.commands = commands;
  }

  /** Returns the number of announcements of broken chains, of any organization. */
  static long announcements() throws SQLException {
    return Rows.texts(
            "SELECT 1 FROM iam_outbox_messages WHERE event_type = '%s'"
                .formatted(EventType.AUDIT_CHAIN_BROKEN.wire()))
        .size();
  }

  /** The open findings of an organization, after a look from its last checkpoint on. */
  List<String> open(String organization) {
    Commands.Ended ended =
        commands.run("iam:audit:verify", "--organization", organization, "--json");
    List<String> ids = JsonPath.from(ended.out()).getList("chains[0].open_findings.id");
    return ids == null ? List.of() : ids;
  }

  Commands.Ended acknowledge(String finding, String reason) {
    return commands.run("iam:audit:acknowledge", "--finding", finding, "--reason", reason);
  }

  void acknowledgeAll(String organization) {
    for (String finding : open(organization)) {
      assertThat(acknowledge(finding, "tried by a test").exitCode()).isZero();
    }
  }
}
