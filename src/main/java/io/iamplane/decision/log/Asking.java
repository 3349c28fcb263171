package io.iamplane.decision.log;

import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import org.jspecify.annotations.Nullable;

/** One request for decisions: what the records of all its decisions have in common. */
public final class Asking {

  private final OrganizationId organization;
  private final Kind kind;
  private final SubjectRef by;
  private final @Nullable String client;
  private final String correlationId;
  private volatile boolean withdrawn;
  private @Nullable LogRoom room;
  private byte @Nullable [] record;

  /** What asked. */
  public enum Kind implements WireName {
    /** One of the decision endpoints. */
    CHECK,
    /** The endpoint that explains. */
    EXPLAIN,
    /** The control plane, whether the caller may use an operation. */
    GATE
  }

  private Asking(OrganizationId organization, Kind kind, Caller caller) {
    this.organization = organization;
    this.kind = kind;
    this.by = caller.subject();
    this.client = caller.clientId();
    this.correlationId = caller.origin().correlationId();
  }

  /**
   * A request of a caller.
   *
   * @param organization whose policy decides
   */
  public static Asking of(OrganizationId organization, Kind kind, Caller caller) {
    return new Asking(organization, kind, caller);
  }

  /** Whose policy decides. */
  public OrganizationId organization() {
    return organization;
  }

  /** What asked. */
  public Kind kind() {
    return kind;
  }

  /** The client that asked; null for a job. */
  @Nullable String client() {
    return client;
  }

  /**
   * The members that end the records of all its decisions, an object: who asked, which need not be
   * the subject asked about, and the correlation id, which is in the request's lines in the log of
   * the process, too.
   */
  byte[] record() {
    byte[] known = record;
    if (known == null) {
      RecordLine line = new RecordLine();
      line.open('{');
      line.text(RecordMember.ASKED_BY, by.toString());
      if (client != null) {
        line.text(RecordMember.CLIENT_ID, client);
      }
      line.text(RecordMember.CORRELATION_ID, correlationId);
      line.close('}');
      known = line.toByteArray();
      record = known;
    }
    return known;
  }

  /** Room in the log that the request holds; null when it holds none. */
  @Nullable LogRoom room() {
    return room;
  }

  /** Holds room for all decisions of the request; the thread that decides it sets it. */
  void hold(@Nullable LogRoom held) {
    room = held;
  }

  /** Whether the answer was {@code dependency_unavailable} instead of what was decided. */
  public boolean isWithdrawn() {
    return withdrawn;
  }

  /** The decisions are not given away, since their records were not written, or not in time. */
  public void withdraw() {
    withdrawn = true;
  }
}
