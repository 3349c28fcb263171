package io.iamplane.decision.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for the names of types, relations and applications, from 1. Immutable; {@link Interner}
 * adds. Two numbers fit into an int, which the memo of relation walks relies on.
 */
final class Symbols {

  public static final int NONE = 0;

  static final int BITS = 16;

  static final int MAX = (1 << BITS) - 1;

  private final Map<String, Integer> numbers;
  private final List<String> names;

  private Symbols(Map<String, Integer> numbers, List<String> names) {
    this.numbers = numbers;
    this.names = names;
  }

  public static Symbols empty() {
    return new Symbols(Map.of(), List.of());
  }

  /** The number of a name; {@link #NONE} when nothing in the snapshot uses it. */
  public int number(String name) {
    Integer number = numbers.get(name);
    return number == null ? NONE : number;
  }

  /** The number of names, those of removed facts too. */
  int count() {
    return names.size();
  }

  public String name(int number) {
    return names.get(number - 1);
  }

  public static final class Interner {

    private Symbols symbols;
    private boolean copied;

    public Interner(Symbols symbols) {
      this.symbols = symbols;
    }

    /**
     * @throws IllegalArgumentException beyond 65,535 different names
     */
    public int number(String name) {
      int known = symbols.number(name);
      if (known != NONE) {
        return known;
      }
      if (symbols.names.size() == MAX) {
        throw new IllegalArgumentException("more than " + MAX + " names of types and relations");
      }
      if (!copied) {
        symbols = new Symbols(new HashMap<>(symbols.numbers), new ArrayList<>(symbols.names));
        copied = true;
      }
      symbols.names.add(name);
      symbols.numbers.put(name, symbols.names.size());
      return symbols.names.size();
    }

    /** A later addition copies again. */
    public Symbols symbols() {
      copied = false;
      return symbols;
    }
  }
}
