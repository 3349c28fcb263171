package io.iamplane.migrate.export;

import java.util.Comparator;

/** A name of a type. */
record ModelTerm(String type, String name) {

  static final Comparator<ModelTerm> ORDER =
      Comparator.comparing(ModelTerm::type).thenComparing(ModelTerm::name);

  @Override
  public String toString() {
    return type + "." + name;
  }
}
