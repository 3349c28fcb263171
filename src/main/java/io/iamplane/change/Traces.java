package io.iamplane.change;

import io.iamplane.chain.AuditRecord;
import io.iamplane.change.PolicyVersionStore.ChangeRow;
import java.util.List;

/** The rows, records and messages of some changes, or a slice of them. */
record Traces(List<ChangeRow> rows, List<AuditRecord> records, List<OutboxMessage> messages) {}
