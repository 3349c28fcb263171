package io.iamplane.language.condition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** <code>{"a": 1}</code>: the keys are strings, each stands once, the values are of any types. */
final class MapLiterals {

  /** An entry of a map that is made at each evaluation, with the failures of a dynamic key. */
  private record Entry(Term key, Term value, Failure noString, Failure twice) {}

  private MapLiterals() {}

  static Code compile(Compiler compiler, Expr.MapLiteral e) throws ConditionSyntaxException {
    List<Entry> entries = new ArrayList<>();
    Map<String, @Nullable Object> constants = new LinkedHashMap<>();
    Set<String> written = new HashSet<>();
    Type type = null;
    for (Expr.MapLiteral.Entry entry : e.entries()) {
      Code key = key(compiler, entry.key(), written);
      Code value = compiler.compile(entry.value());
      type = type == null ? value.type() : Type.join(type, value.type());
      entries.add(entry(compiler, entry.key(), key.term(), value.term()));
      if (key.constant() instanceof String name && value.isConstant()) {
        // As names of fields are, so that finding one compares identities.
        constants.put(name.intern(), value.constant());
      }
    }
    MapType map = type == null ? MapType.DYNAMIC : new MapType(type);
    if (constants.size() == entries.size()) {
      return Code.constant(map, Collections.unmodifiableMap(constants));
    }
    Entry[] all = entries.toArray(Entry[]::new);
    Failure exhausted = compiler.exhausted(e);
    return Code.of(map, frame -> made(frame, all, exhausted));
  }

  private static Code key(Compiler compiler, Expr key, Set<String> written)
      throws ConditionSyntaxException {
    Code code = compiler.compile(key);
    if (!code.mayBe(Scalar.STRING)) {
      throw compiler.fault(key, "a map key must be a string, not " + code.type().described());
    }
    if (code.constant() instanceof String name && !written.add(name)) {
      throw compiler.fault(key, "the map already has this key");
    }
    return code;
  }

  private static Entry entry(Compiler compiler, Expr at, Term key, Term value) {
    return new Entry(
        key,
        value,
        compiler.failure(at, "a map key is not a string"),
        compiler.failure(at, "the map already has this key"));
  }

  /** The map, or the failure of its first entry that has one. */
  private static Object made(Frame frame, Entry[] entries, Failure exhausted) {
    Map<String, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(entries.length);
    for (Entry entry : entries) {
      Object key = Term.value(entry.key(), frame);
      Object value = Term.value(entry.value(), frame);
      if (value instanceof Failure && !(key instanceof Failure)) {
        return value;
      }
      if (!(key instanceof String name)) {
        return key instanceof Failure ? key : entry.noString();
      }
      if (!frame.spendText(name.length())) {
        return exhausted;
      }
      int before = map.size();
      map.put(name, value);
      if (map.size() == before) {
        return entry.twice();
      }
    }
    return map;
  }
}
