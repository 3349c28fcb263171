package io.iamplane.decision.engine.index;

import io.iamplane.decision.engine.catalog.Symbols;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The grants of one subject. Up to {@link #FEW} of them are one array, looked through; beyond that
 * they are found by privilege and scope, so that a group with ten thousand grants on as many
 * resources costs as little as one with two.
 */
public final class GrantSet {

  static final int FEW = 8;
  private static final Grant[] NO_GRANTS = {};
  static final GrantSet NONE = new GrantSet(NO_GRANTS, new int[0], LongMap.empty());

  private static final int WHOLE_TYPE = 1;
  private static final int RESOURCE = 2;

  private final Grant[] few;
  private final int[] privileges;
  private final LongMap<Grant[]> many;

  private GrantSet(Grant[] few, int[] privileges, LongMap<Grant[]> many) {
    this.few = few;
    this.privileges = privileges;
    this.many = many;
  }

  /** All of them; null when there are too many for that. */
  public Grant @Nullable [] few() {
    return privileges.length == 0 ? few : null;
  }

  /** How many different privileges are granted, when {@link #few()} is null. */
  public int privilegeCount() {
    return privileges.length;
  }

  /** The privileges that are or once were granted, in rising order, when few() is null. */
  public int privilege(int index) {
    return privileges[index];
  }

  public boolean hasPrivilege(int privilege) {
    return Arrays.binarySearch(privileges, privilege) >= 0;
  }

  /** Grants of a privilege without scope, when {@link #few()} is null. */
  public Grant @Nullable [] unscoped(int privilege) {
    return many.get(key(privilege, 0, 0));
  }

  /** Grants of a privilege for every resource of a type, when {@link #few()} is null. */
  public Grant @Nullable [] forType(int privilege, int type) {
    return many.get(key(privilege, WHOLE_TYPE, type));
  }

  /** Grants of a privilege for one resource, when {@link #few()} is null. */
  public Grant @Nullable [] forResource(int privilege, Ref resource) {
    return many.get(key(privilege, RESOURCE, resource.number()));
  }

  /** Every grant. Copies. */
  public Grant[] all() {
    if (privileges.length == 0) {
      return few.clone();
    }
    List<Grant> all = new ArrayList<>();
    many.forEach(grants -> all.addAll(Arrays.asList(grants)));
    return all.toArray(NO_GRANTS);
  }

  GrantSet with(Grant grant, Object owner) {
    if (privileges.length == 0 && few.length < FEW) {
      Grant[] more = Arrays.copyOf(few, few.length + 1);
      more[few.length] = grant;
      return new GrantSet(more, privileges, many);
    }
    GrantSet spread = this;
    if (privileges.length == 0) {
      spread = NONE;
      for (Grant each : few) {
        spread = spread.spread(each, owner);
      }
    }
    return spread.spread(grant, owner);
  }

  private GrantSet spread(Grant grant, Object owner) {
    Grant[] before = many.get(key(grant));
    Grant[] after = before == null ? new Grant[1] : Arrays.copyOf(before, before.length + 1);
    after[after.length - 1] = grant;
    return new GrantSet(NO_GRANTS, including(grant.privilege()), many.put(key(grant), after, owner));
  }

  private int[] including(int privilege) {
    int at = Arrays.binarySearch(privileges, privilege);
    if (at >= 0) {
      return privileges;
    }
    int[] more = Arrays.copyOf(privileges, privileges.length + 1);
    System.arraycopy(privileges, -at - 1, more, -at, privileges.length + at + 1);
    more[-at - 1] = privilege;
    return more;
  }

  /**
   * @throws IllegalStateException when the grant is not there
   */
  GrantSet without(Grant grant, Object owner) {
    if (privileges.length == 0) {
      return new GrantSet(less(few, grant), privileges, many);
    }
    Grant[] before = many.get(key(grant));
    Grant[] after = less(before == null ? NO_GRANTS : before, grant);
    LongMap<Grant[]> left =
        after.length == 0 ? many.remove(key(grant), owner) : many.put(key(grant), after, owner);
    return left.isEmpty() ? NONE : new GrantSet(NO_GRANTS, privileges, left);
  }

  private static Grant[] less(Grant[] before, Grant grant) {
    for (int i = 0; i < before.length; i++) {
      if (before[i].hasId(grant)) {
        Grant[] after = new Grant[before.length - 1];
        System.arraycopy(before, 0, after, 0, i);
        System.arraycopy(before, i + 1, after, i, after.length - i);
        return after;
      }
    }
    throw new IllegalStateException("grant " + grant.id() + " is not in the snapshot");
  }

  private static long key(Grant grant) {
    Ref scope = grant.scope();
    if (scope != null) {
      return key(grant.privilege(), RESOURCE, scope.number());
    }
    return grant.scopeType() == Symbols.NONE
        ? key(grant.privilege(), 0, 0)
        : key(grant.privilege(), WHOLE_TYPE, grant.scopeType());
  }

  private static long key(int privilege, int kind, int number) {
    return (long) privilege << 34 | (long) kind << 32 | number;
  }
}
