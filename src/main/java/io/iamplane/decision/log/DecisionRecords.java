package io.iamplane.decision.log;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.decision.block.RecordNames;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.WrittenNames.Question;
import io.iamplane.decision.log.WrittenNames.Subject;
import io.iamplane.shared.OrganizationId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Makes the records of decisions, on the threads that decide. */
final class DecisionRecords {

  private static final Logger LOG = Logger.getLogger(DecisionRecords.class);

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final DecisionText text;
  private final Function<OrganizationId, @Nullable PolicySnapshot> policies;
  private final int maxInputs;

  /** One per thread that decides. */
  private final ThreadLocal<WrittenNames> names = ThreadLocal.withInitial(WrittenNames::new);

  /** Takes the names of inputs that are redacted, and the limit in bytes on a request's inputs. */
  DecisionRecords(
      Set<String> redact,
      Function<OrganizationId, @Nullable PolicySnapshot> policies,
      int maxInputs) {
    this.text = new DecisionText(redact);
    this.policies = policies;
    this.maxInputs = maxInputs;
  }

  /** The bytes of the buffer that the record of a request will take, or a few more. */
  long weight(Asking asking, DecisionRequest request) {
    return InputWeight.ofRecord(request, maxInputs) + asking.record().length;
  }

  LoggedDecision of(MadeDecision made) {
    DecisionRequest request = made.request();
    PolicySnapshot policy = policies.apply(made.asking().organization());
    WrittenNames known = names.get();
    Subject subject = known.subject(made.asking(), policy, request.subject());
    Question question = known.question(made.asking(), policy, request);
    Party resource = request.resource();
    return new LoggedDecision(
        made.id(),
        made.asking(),
        line(made, subject, question),
        question.name(),
        made.decision().reason(),
        subject.hash(),
        resource == null ? 0 : RecordNames.resourceHash(resource.type(), resource.id()));
  }

  /** Writes a record without its inputs if they are too large or cannot be written. */
  private byte[] line(MadeDecision made, Subject subject, Question question) {
    boolean complete = InputWeight.of(made.request(), maxInputs) <= maxInputs;
    try {
      return text.of(made, subject, question, complete);
    } catch (RuntimeException e) {
      LOG.error("could not record the inputs of a decision; recording it without them", e);
      return text.of(made, subject, question, false);
    }
  }

  /**
   * The record of a decision that the caller was not given, as the denial that it was given. A
   * second record of the decision has an id of its own.
   */
  static LoggedDecision withdrawn(UUID id, LoggedDecision logged) {
    ReasonCode reason = ReasonCode.DEPENDENCY_UNAVAILABLE;
    try {
      ObjectNode record = (ObjectNode) MAPPER.readTree(logged.line());
      record.put(RecordMember.ID.title(), id.toString());
      record.put(RecordMember.OUTCOME.title(), Outcome.of(reason).wire());
      record.put(RecordMember.REASON_CODE.title(), reason.wire());
      record.set(RecordMember.MATCHED.title(), record.arrayNode());
      return new LoggedDecision(
          id,
          logged.asking(),
          MAPPER.writeValueAsBytes(record),
          logged.name(),
          reason,
          logged.subject(),
          logged.resource());
    } catch (IOException e) {
      throw new UncheckedIOException("could not write to memory", e);
    }
  }
}
