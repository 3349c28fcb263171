package io.iamplane.grant.load;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The elements of another iterator, {@value #SIZE} at a time. */
final class Packs<T> implements Iterator<List<T>> {

  /** Portions are whole packs. */
  static final int SIZE = Portions.MOST / 4;

  private final Iterator<T> elements;

  Packs(Iterator<T> elements) {
    this.elements = elements;
  }

  @Override
  public boolean hasNext() {
    return elements.hasNext();
  }

  @Override
  public List<T> next() {
    if (!elements.hasNext()) {
      throw new NoSuchElementException();
    }
    List<T> pack = new ArrayList<>(SIZE);
    while (pack.size() < SIZE && elements.hasNext()) {
      pack.add(elements.next());
    }
    return pack;
  }
}
