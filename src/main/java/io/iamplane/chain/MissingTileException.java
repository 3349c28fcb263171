package io.iamplane.chain;

import io.iamplane.chain.tree.Tile;

/** A part of a tree is missing though its size includes it: it was removed. */
public final class MissingTileException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Tile tile;

  MissingTileException(Tile tile) {
    super(tile + " is missing or incomplete");
    this.tile = tile;
  }

  public Tile tile() {
    return tile;
  }
}
