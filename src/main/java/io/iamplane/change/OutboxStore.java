package io.iamplane.change;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages in the transaction of the change that they announce: none is sent for a change
 * that rolled back, none is lost for one that committed.
 */
@ApplicationScoped
public class OutboxStore {

  private final Sql sql;

  OutboxStore(Sql sql) {
    this.sql = sql;
  }

  public void put(OrganizationId organization, List<OutboxMessage> messages) {
    sql.batch(
        """
        INSERT INTO iam_outbox_messages (organization_id, seq, id, event_type, body, created_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        messages.stream()
            .map(message ->
                new @Nullable Object[] {
                  organization.value(),
                  message.seq(),
                  message.id(),
                  message.type(),
                  message.body(),
                  message.createdAt()
                })
            .toList());
  }
}
