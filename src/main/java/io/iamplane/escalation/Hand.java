package io.iamplane.escalation;

import io.iamplane.decision.engine.RightsReader;
import io.iamplane.directory.client.AccountControl;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of one hand: the caller's, those that control it, and those that these control. Each
 * question is asked once for a change, however many effects the change has.
 */
final class Hand {

  /** The most accounts to read; beyond it, every gift counts as reaching one of them. */
  static final int MOST_ACCOUNTS = 5_000;

  private final AccountControl control;
  private final OrganizationId organization;
  private final SubjectRef caller;
  private final Supplier<RightsReader> reader;
  private final Map<SubjectRef, Boolean> puppets = new HashMap<>();
  private int questions;
  private @Nullable Set<SubjectRef> controllers;
  private @Nullable List<SubjectRef> controlled;
  private @Nullable Set<SubjectRef> own;
  private @Nullable Set<SubjectRef> all;

  Hand(
      AccountControl control,
      OrganizationId organization,
      SubjectRef caller,
      Supplier<RightsReader> reader) {
    this.control = control;
    this.organization = organization;
    this.caller = caller;
    this.reader = reader;
  }

  enum Gain {
    /** The caller, or a controller of the caller's account. */
    OWN,
    /** An account that the same hand controls. */
    PUPPET,
    OTHERS
  }

  /** Counts the database queries. */
  int questions() {
    return questions;
  }

  /** The caller and the accounts that control the caller's. */
  Set<SubjectRef> controllers() {
    if (controllers == null) {
      questions++;
      controllers = control.controllers(organization, caller);
    }
    return controllers;
  }

  /** Returns true if there may be further accounts. */
  boolean isLarge() {
    return controlled().size() > MOST_ACCOUNTS;
  }

  /** All accounts, of a large hand not all. */
  Set<SubjectRef> accounts() {
    Set<SubjectRef> accounts = new LinkedHashSet<>(controllers());
    accounts.addAll(controlled());
    return accounts;
  }

  /** All accounts, and the groups and wildcards that they are or may be in. */
  Set<SubjectRef> holders() {
    if (all == null) {
      all = reader.get().holders(accounts());
    }
    return all;
  }

  /** Learns by one question which accounts are of this hand. */
  void learn(Collection<SubjectRef> accounts) {
    Set<SubjectRef> asked = new LinkedHashSet<>(accounts);
    asked.removeIf(each -> !isAccount(each) || puppets.containsKey(each));
    if (!asked.isEmpty()) {
      questions++;
      Set<SubjectRef> found = control.controlledBy(organization, asked, controllers());
      asked.forEach(each -> puppets.put(each, found.contains(each)));
    }
  }

  Gain gain(SubjectRef to) {
    if (own().contains(to)) {
      return Gain.OWN;
    }
    if (isAccount(to)) {
      learn(List.of(to));
      return Boolean.TRUE.equals(puppets.get(to)) ? Gain.PUPPET : Gain.OTHERS;
    }
    boolean one = !to.type().equals(SubjectRef.GROUP) && !to.id().equals("*");
    return !one && (isLarge() || holders().contains(to)) ? Gain.PUPPET : Gain.OTHERS;
  }

  /** Returns the receiver of more rights in some roles. */
  Gain gainOfRoles(Set<String> roles) {
    if (holdsAny(controllers(), roles)) {
      return Gain.OWN;
    }
    return isLarge() || holdsAny(controlled(), roles) ? Gain.PUPPET : Gain.OTHERS;
  }

  private boolean holdsAny(Collection<SubjectRef> accounts, Set<String> roles) {
    return reader.get().roles(accounts).stream().anyMatch(roles::contains);
  }

  private Set<SubjectRef> own() {
    if (own == null) {
      own = reader.get().holders(controllers());
    }
    return own;
  }

  private List<SubjectRef> controlled() {
    if (controlled == null) {
      questions++;
      controlled = control.controlled(organization, controllers(), MOST_ACCOUNTS + 1);
    }
    return controlled;
  }

  private static boolean isAccount(SubjectRef subject) {
    return subject.type().equals(SubjectRef.SERVICE_ACCOUNT) && !subject.id().equals("*");
  }
}
