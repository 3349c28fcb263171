package io.iamplane.change;

import io.iamplane.database.MemoryTransaction;
import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The only way to write. A change, the tenant's new version, the change rows, the audit record and
 * the outbox message commit together or not at all.
 *
 * <p>Locks are taken in one order, the tenant's version first and the head of its audit chain last,
 * so that the changes of a tenant follow one another and cannot deadlock. Work that changes two
 * tenants in one transaction changes the platform first.
 */
@Singleton
public class Changes {

  private final Transactions transactions;
  private final TenantWriter writer;
  private final PolicyVersionStore versions;
  private final TenantLocks locks;
  private final List<PolicyGuard> guards;
  private final ChangeSealer sealer;
  private final Clock clock;
  private final Tracer tracer;

  Changes(
      Transactions transactions,
      TenantWriter writer,
      PolicyVersionStore versions,
      TenantLocks locks,
      @All List<PolicyGuard> guards,
      ChangeSealer sealer,
      Clock clock,
      Tracer tracer) {
    this.transactions = transactions;
    this.writer = writer;
    this.versions = versions;
    this.locks = locks;
    this.guards = guards;
    this.sealer = sealer;
    this.clock = clock;
    this.tracer = tracer;
  }

  /** The same changes, judged by other guards: by a test's that overlook something. */
  Changes judgedBy(List<PolicyGuard> others) {
    return new Changes(transactions, writer, versions, locks, others, sealer, clock, tracer);
  }

  /** The same changes through another door: a test's that lets more of them through at once. */
  Changes through(TenantWriter others) {
    return new Changes(transactions, others, versions, locks, guards, sealer, clock, tracer);
  }

  /**
   * Carries out a change in the current transaction, or in one of its own.
   *
   * @return the result of the change's body
   * @throws IamException NOT_FOUND if there is no such organization; any refusal of the body or of
   *     a {@link PolicyGuard}; TOO_MANY_REQUESTS and CONFLICT if the organization's other changes
   *     leave no turn, or hold its lock for a second when the caller is of another organization and
   *     its transaction had begun; DEPENDENCY_UNAVAILABLE with the outcome if the database fails
   */
  public <T> T record(Change<T> change) {
    try (Span span = tracer.start(SpanName.CHANGE_RECORD)) {
      span.attribute(SpanAttribute.ORGANIZATION, change.organization().toString());
      span.attribute(SpanAttribute.SUBJECT, change.caller().subject().toString());
      try {
        // A turn of another tenant's, taken before, says nothing about this one's lock.
        boolean borrowed =
            transactions.active() && !change.organization().equals(change.caller().organization());
        return writer.write(change, () -> recordInTransaction(change, borrowed));
      } catch (RuntimeException e) {
        span.error(e);
        throw e;
      }
    }
  }

  /** The present version of a tenant's policy; empty when there is no such tenant. */
  public OptionalLong version(OrganizationId organization) {
    return transactions.call(() -> versions.current(organization));
  }

  /** The versions of a tenant's policy that ended tokens, by token holder; see Recording. */
  public Map<TokenHolder, EndedTokens.Floor> endedTokens(OrganizationId organization) {
    return transactions.call(() -> versions.endedTokens(organization));
  }

  /** The present versions of several tenants' policies; unknown ones are left out. */
  public Map<OrganizationId, Long> versions(Collection<OrganizationId> organizations) {
    return transactions.call(() -> versions.current(organizations));
  }

  private <T> T recordInTransaction(Change<T> change, boolean borrowed) {
    TenantChanges tenant = lock(change, borrowed);
    Recording recording =
        new Recording(
            change.caller(),
            change.organization(),
            tenant.version(),
            // PostgreSQL keeps microseconds; the hash must be over the stored value.
            clock.instant().truncatedTo(ChronoUnit.MICROS));
    try {
      T result = change.body().apply(recording);
      if (!recording.effects().isEmpty()) {
        guards.forEach(guard -> guard.check(recording));
        tenant.add(recording, change.kind());
        if (!MemoryTransaction.isPresent()) {
          sealer.seal(tenant).trip().run();
        }
      }
      return result;
    } catch (RuntimeException | Error e) {
      // A caller that goes on after a refusal would commit what the body has written.
      transactions.neverCommit();
      throw e;
    }
  }

  private TenantChanges lock(Change<?> change, boolean borrowed) {
    OrganizationId organization = change.organization();
    if (change.kind() == Change.Kind.CREATION) {
      return locks.created(organization);
    }
    return (borrowed ? locks.lockSoon(organization) : locks.lock(organization))
        .orElseThrow(IamException::notFound);
  }
}
