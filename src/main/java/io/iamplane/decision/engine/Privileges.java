package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for roles and permissions, from 0, present in the catalogue or not, since a grant may
 * precede or outlive its role. Immutable; {@link Interner} adds.
 */
final class Privileges {

  private final Map<Privilege, Integer> numbers;
  private final List<Privilege> all;

  private Privileges(Map<Privilege, Integer> numbers, List<Privilege> all) {
    this.numbers = numbers;
    this.all = all;
  }

  public static Privileges empty() {
    return new Privileges(Map.of(), List.of());
  }

  public Privilege privilege(int number) {
    return all.get(number);
  }

  public static final class Interner {

    private Privileges privileges;
    private boolean copied;

    public Interner(Privileges privileges) {
      this.privileges = privileges;
    }

    public int number(Privilege privilege) {
      Integer known = privileges.numbers.get(privilege);
      if (known != null) {
        return known;
      }
      if (!copied) {
        privileges =
            new Privileges(new HashMap<>(privileges.numbers), new ArrayList<>(privileges.all));
        copied = true;
      }
      privileges.all.add(privilege);
      privileges.numbers.put(privilege, privileges.all.size() - 1);
      return privileges.all.size() - 1;
    }

    /** A later addition copies again. */
    public Privileges privileges() {
      copied = false;
      return privileges;
    }
  }
}
