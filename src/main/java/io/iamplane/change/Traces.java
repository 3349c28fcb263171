package io.iamplane.change;

import io.iamplane.audit.chain.AuditRecord;
import io.iamplane.change.PolicyVersionStore.ChangeRow;
import java.util.List;

/** What changes leave behind, or a slice of them: change rows, records, messages. */
record Traces(List<ChangeRow> rows, List<AuditRecord> records, List<OutboxMessage> messages) {}
