package io.iamplane.decision.log;

import io.iamplane.decision.block.RecordNames;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One request for decisions: the data common to the records of all its decisions. */
public final class Asking {

  private final OrganizationId organization;
  private final Kind kind;
  private final SubjectRef by;
  private final @Nullable String client;
  private final @Nullable String account;
  private final String correlationId;
  private final AtomicReference<State> state = new AtomicReference<>(State.DECIDED);
  private @Nullable LogRoom room;
  private byte @Nullable [] record;

  /** The state of the answers, where these wait for their records. */
  private enum State {
    DECIDED,
    GIVEN,
    WITHDRAWN
  }

  /** The kind of a request for decisions. */
  public enum Kind implements WireName {
    /** One of the decision endpoints. */
    CHECK,
    /** The endpoint that explains. */
    EXPLAIN,
    /** The control plane's check that the caller may use an operation. */
    GATE
  }

  /** A request of a caller about the policy of an organization. */
  public Asking(OrganizationId organization, Kind kind, Caller caller) {
    this.organization = organization;
    this.kind = kind;
    this.by = caller.subject();
    this.client = caller.clientId();
    this.account = caller.counted();
    this.correlationId = caller.origin().correlationId();
  }

  /** The organization of the policy. */
  public OrganizationId organization() {
    return organization;
  }

  public Kind kind() {
    return kind;
  }

  /** The account whose share of the log it takes: people of one application have one each. */
  @Nullable String account() {
    return account;
  }

  /**
   * The members at the end of each of its decisions' records, as an object: the caller, which need
   * not be the subject of the request, and the correlation id, which is also in the log lines of
   * the request.
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

  /** The hash of the caller's name, for the block's filter. */
  long asker() {
    return RecordNames.askerHash(by.type(), by.id());
  }

  /** Room in the log that the request holds; null when it holds none. */
  @Nullable LogRoom room() {
    return room;
  }

  /** Holds room for all decisions of the request; the thread that decides it sets it. */
  void hold(@Nullable LogRoom held) {
    room = held;
  }

  /** Returns true if {@code dependency_unavailable} was answered in place of the decisions. */
  public boolean isWithdrawn() {
    return state.get() == State.WITHDRAWN;
  }

  /** Returns true while the decisions are neither given away nor withdrawn. */
  boolean isOpen() {
    return state.get() == State.DECIDED;
  }

  /** Gives the decisions away, and returns true, unless they were withdrawn. */
  boolean give() {
    return state.compareAndSet(State.DECIDED, State.GIVEN) || state.get() == State.GIVEN;
  }

  /**
   * Withdraws the decisions since their records are late, and returns true, unless they are given.
   */
  public boolean withdraw() {
    return state.compareAndSet(State.DECIDED, State.WITHDRAWN) || isWithdrawn();
  }
}
