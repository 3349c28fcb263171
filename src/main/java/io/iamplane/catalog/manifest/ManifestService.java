package io.iamplane.catalog.manifest;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.manifest.ManifestVersion.Status;
import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.client.AccountControl;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Revision;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The life of manifests until they are applied. Each writing method runs inside the change that
 * records it, and so under the tenant's lock: of two concurrent decisions, one succeeds.
 */
@Singleton
public class ManifestService {

  private static final String TARGET = "manifest";

  private final ManifestStore store;
  private final CatalogReader catalog;
  private final ManifestGains gains;
  private final AccountControl control;
  private final Transactions transactions;

  ManifestService(
      ManifestStore store,
      CatalogReader catalog,
      ManifestGains gains,
      AccountControl control,
      Transactions transactions) {
    this.store = store;
    this.catalog = catalog;
    this.gains = gains;
    this.control = control;
    this.transactions = transactions;
  }

  /** Created is false when the same was submitted last and is still pending or applied. */
  public record Submitted(ManifestVersion version, boolean created) {}

  /** Submits a manifest, which is approved at once when it needs no approval. */
  public Submitted submit(Recording recording, Manifest manifest) {
    OrganizationId organization = recording.organization();
    Optional<ManifestVersion> same = same(organization, manifest);
    if (same.isPresent()) {
      return new Submitted(same.get(), false);
    }
    boolean review = !reasons(organization, manifest).isEmpty();
    Status status = review ? Status.PENDING_APPROVAL : Status.APPROVED;
    return new Submitted(
        add(recording, EventType.MANIFEST_SUBMITTED, manifest, status, review), true);
  }

  /** Records a manifest as applied that was never submitted for review. */
  public ManifestVersion record(Recording recording, Manifest manifest) {
    return add(recording, EventType.MANIFEST_APPLIED, manifest, Status.APPLIED, false);
  }

  /**
   * Approves a manifest that waits for approval, or one approved against an earlier version than
   * the applied one.
   *
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED; CONFLICT if there is nothing to approve;
   *     FORBIDDEN for the account that submitted it, and for one under the same control
   */
  public ManifestVersion approve(
      Recording recording, ManifestId id, @Nullable String ifMatch, @Nullable String note) {
    ManifestVersion before = find(recording.organization(), id, ifMatch);
    int applied = appliedVersion(recording.organization(), before.applicationKey());
    boolean again = before.status() == Status.APPROVED && before.baseVersion() != applied;
    if (before.status() != Status.PENDING_APPROVAL && !again) {
      throw IamException.conflict(
          "The manifest is %s; only a pending one can be approved."
              .formatted(words(before.status())));
    }
    requireNotOvertaken(before, applied);
    requireSecondHand(recording, before);
    return decide(recording, EventType.MANIFEST_APPROVED, before, Status.APPROVED, applied, note);
  }

  /**
   * Requires an independent account. An operator's command may approve its own submission: it can
   * write the tables.
   */
  private void requireSecondHand(Recording recording, ManifestVersion manifest) {
    if (recording.caller().clientId() != null
        && SubjectRef.parse(manifest.submittedBy())
            .filter(submitter ->
                control.isOneHand(
                    recording.organization(), submitter, recording.caller().subject()))
            .isPresent()) {
      throw IamException.of(
          ErrorCode.FORBIDDEN,
          "You submitted this manifest, or your account and the submitter's are under common "
              + "control; another administrator must approve it.");
    }
  }

  private static void requireNotOvertaken(ManifestVersion manifest, int applied) {
    if (applied > manifest.version()) {
      throw IamException.conflict(
          "The later version "
              + applied
              + " is already applied; roll it back first or submit this manifest again.");
    }
  }

  /**
   * Rejects a manifest that is not applied yet.
   *
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED; CONFLICT when there is nothing to reject
   */
  public ManifestVersion reject(
      Recording recording, ManifestId id, @Nullable String ifMatch, @Nullable String note) {
    ManifestVersion before = find(recording.organization(), id, ifMatch);
    if (before.status() != Status.PENDING_APPROVAL && before.status() != Status.APPROVED) {
      throw IamException.conflict(
          "The manifest is %s and cannot be rejected.".formatted(words(before.status())));
    }
    return decide(
        recording,
        EventType.MANIFEST_REJECTED,
        before,
        Status.REJECTED,
        before.baseVersion(),
        note);
  }

  /**
   * Marks an approved manifest as applied; the caller changes the catalogue.
   *
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED; CONFLICT if it is not approved, or was
   *     compared with another version than the applied one
   */
  public ManifestVersion markApplied(Recording recording, ManifestId id, @Nullable String ifMatch) {
    OrganizationId organization = recording.organization();
    ManifestVersion before = find(organization, id, ifMatch);
    if (before.status() != Status.APPROVED) {
      throw IamException.conflict(
          "The manifest is %s; only an approved one can be applied."
              .formatted(words(before.status())));
    }
    int applied = appliedVersion(organization, before.applicationKey());
    requireNotOvertaken(before, applied);
    if (applied != before.baseVersion()
        && !reasons(organization, content(organization, id)).isEmpty()) {
      throw IamException.conflict(
          "Version %d has been applied in the meantime; this manifest must be approved again."
              .formatted(applied));
    }
    return write(
        recording, EventType.MANIFEST_APPLIED, before, before.with(Status.APPLIED, applied));
  }

  /**
   * Marks the manifest that is applied now as rolled back.
   *
   * @return the version before it, which the caller makes the catalogue of again
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED; CONFLICT when it is not applied now, was
   *     the first, or the version before it gives more than it does
   */
  public ManifestVersion markRolledBack(
      Recording recording, ManifestId id, @Nullable String ifMatch) {
    OrganizationId organization = recording.organization();
    ManifestVersion before = find(organization, id, ifMatch);
    int applied = appliedVersion(organization, before.applicationKey());
    if (before.status() != Status.APPLIED || before.version() != applied) {
      throw IamException.conflict("Only the currently applied manifest can be rolled back.");
    }
    ManifestVersion previous =
        store
            .byVersion(organization, before.applicationKey(), before.baseVersion())
            .orElseThrow(() ->
                IamException.conflict("This is the first manifest; there is no earlier one."));
    if (recording.caller().clientId() != null) {
      requireNoWidening(
          organization,
          content(organization, id),
          content(organization, previous.id()),
          "Rolling back would widen rights: %s. Submit version "
              + previous.version()
              + " again for approval.");
    }
    write(
        recording,
        EventType.MANIFEST_ROLLED_BACK,
        before,
        before.with(Status.ROLLED_BACK, before.baseVersion()));
    return previous;
  }

  /**
   * Reads a manifest's state.
   *
   * @throws IamException NOT_FOUND when the organization has no such manifest
   */
  public ManifestVersion get(OrganizationId organization, ManifestId id) {
    return transactions.call(() -> find(organization, id));
  }

  /** The manifest that an application is at; empty when there is no such application. */
  public Optional<ManifestVersion> applied(OrganizationId organization, String application) {
    return transactions.call(() ->
        store.byVersion(organization, application, appliedVersion(organization, application)));
  }

  /** The manifest that an application is at, itself; empty when there is no such application. */
  public Optional<Manifest> appliedContent(OrganizationId organization, String application) {
    return applied(organization, application).map(version -> content(organization, version.id()));
  }

  public Manifest content(OrganizationId organization, ManifestId id) {
    return transactions.call(() -> store.content(organization, id));
  }

  /** Oldest first. */
  public Page<ManifestVersion> page(
      OrganizationId organization,
      PageRequest page,
      @Nullable String application,
      @Nullable Status status) {
    return transactions.call(
        () -> store.page(organization, page, application, status == null ? null : status.wire()));
  }

  /** The changes of a manifest: against the applied one, or against the one it replaced. */
  public ManifestDiff diff(OrganizationId organization, ManifestId id) {
    return transactions.call(() -> {
      ManifestVersion version = find(organization, id);
      boolean past = version.status() == Status.APPLIED || version.status() == Status.ROLLED_BACK;
      int base =
          past ? version.baseVersion() : appliedVersion(organization, version.applicationKey());
      Manifest before = content(organization, version.applicationKey(), base);
      Manifest after = store.content(organization, id);
      return ManifestDiff.of(
          new ManifestDiff.Versions(base, version.version()),
          before,
          after,
          review(organization, before, after).reasons(),
          gains.of(organization, before, after));
    });
  }

  /** Returns true if the application already is as the manifest declares. */
  public boolean isApplied(OrganizationId organization, Manifest manifest) {
    return applied(organization, manifest.app().key())
        .filter(version -> version.contentHash().equals(store.hash(manifest)))
        .isPresent();
  }

  private Optional<ManifestVersion> same(OrganizationId organization, Manifest manifest) {
    String key = manifest.app().key();
    String hash = store.hash(manifest);
    int applied = appliedVersion(organization, key);
    return store
        .last(organization, key)
        .filter(last ->
            switch (last.status()) {
              case SUBMITTED, VALIDATED, PENDING_APPROVAL, APPROVED -> true;
              case APPLIED -> last.version() == applied;
              case ROLLED_BACK, REJECTED -> false;
            })
        .filter(last -> last.contentHash().equals(hash));
  }

  /** Requires that a manifest may be applied without approval; CONFLICT says why not. */
  public void requireNoReview(OrganizationId organization, Manifest manifest) {
    List<String> reasons = reasons(organization, manifest);
    if (!reasons.isEmpty()) {
      throw IamException.conflict(
          "This change needs approval: %s. Submit it as a manifest.".formatted(reasons.getFirst()));
    }
  }

  private void requireNoWidening(
      OrganizationId organization, Manifest before, Manifest after, String refusal) {
    List<String> widening = review(organization, before, after).widening();
    if (!widening.isEmpty()) {
      throw IamException.conflict(refusal.formatted(widening.getFirst()));
    }
  }

  private ManifestReview review(
      OrganizationId organization, @Nullable Manifest before, Manifest after) {
    return new ManifestReview(before, after, gains.revived(organization, before, after));
  }

  private List<String> reasons(OrganizationId organization, Manifest manifest) {
    Manifest applied = appliedContent(organization, manifest.app().key()).orElse(null);
    return review(organization, applied, manifest).reasons();
  }

  private @Nullable Manifest content(OrganizationId organization, String key, int version) {
    return store
        .byVersion(organization, key, version)
        .map(found -> store.content(organization, found.id()))
        .orElse(null);
  }

  private int appliedVersion(OrganizationId organization, String application) {
    return catalog
        .application(organization, application)
        .map(Application::manifestVersion)
        .orElse(0);
  }

  private ManifestVersion add(
      Recording recording, EventType type, Manifest manifest, Status status, boolean review) {
    String key = manifest.app().key();
    int base = appliedVersion(recording.organization(), key);
    int last = store.last(recording.organization(), key).map(ManifestVersion::version).orElse(0);
    ManifestVersion version =
        new ManifestVersion(
            ManifestId.next(),
            key,
            last + 1,
            status,
            store.hash(manifest),
            review,
            base,
            recording.caller().subject().toString(),
            null,
            null,
            1,
            recording.at());
    store.insert(recording, version, manifest);
    recording.add(Effect.created(type, TARGET, version.id().toString(), version));
    return version;
  }

  private ManifestVersion decide(
      Recording recording,
      EventType type,
      ManifestVersion before,
      Status status,
      int base,
      @Nullable String note) {
    String by = recording.caller().subject().toString();
    return write(recording, type, before, before.decided(status, base, by, note));
  }

  private ManifestVersion write(
      Recording recording, EventType type, ManifestVersion before, ManifestVersion after) {
    store.update(recording, after);
    recording.add(Effect.changed(type, TARGET, after.id().toString(), before, after));
    return after;
  }

  private ManifestVersion find(OrganizationId organization, ManifestId id) {
    return store.byId(organization, id.value()).orElseThrow(IamException::notFound);
  }

  private ManifestVersion find(
      OrganizationId organization, ManifestId id, @Nullable String ifMatch) {
    ManifestVersion found = find(organization, id);
    new Revision(found.revision()).requireMatch(ifMatch);
    return found;
  }

  private static String words(Status status) {
    return status.wire().replace('_', ' ');
  }
}
