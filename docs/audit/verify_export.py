#!/usr/bin/env python3
"""Verifies exports of an audit log, saved records, and proofs that a record is in one (format.md).

It needs Python 3.9 or newer and its standard library only. Signatures are checked where the package
`cryptography` can be imported. For each file one JSON object is written to standard output.

Exit: 0 whole, 1 broken, 2 usage or not an export, 3 could not check. Of several files the worst
counts: broken, then could not check, then not an export.
"""

import argparse
import base64
import binascii
import hashlib
import json
import re
import struct
import sys

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

WHOLE, BROKEN, NOT_AN_EXPORT, COULD_NOT_CHECK = 0, 1, 2, 3
SEVERITY = (WHOLE, NOT_AN_EXPORT, COULD_NOT_CHECK, BROKEN)
MAX_LINE = 1 << 26  # bytes; what is read at once is bounded, whatever the file is
MAX_SIGNATURES = 100
CANONICAL_JSON = "canonical JSON (RFC 8785)"
NO_LIBRARY = "signatures cannot be checked: the Python package 'cryptography' is missing"


class Broken(Exception):
    """What was read contradicts itself, its checkpoints or an anchor."""

    def __init__(self, cause, seq, expected, found):
        super().__init__(cause)
        self.facts = {"cause": cause, "seq": seq, "expected": expected, "found": found}


class Malformed(ValueError):
    """The text is not of the form asked for."""


class Unchecked(Exception):
    """Something that was asked for could not be checked."""


# --- Canonical JSON: RFC 8785 ---


def es6(number):
    """A double as ECMAScript writes it. Python's repr finds the same digits, the shortest that read
    back as the same double; only where point and exponent stand differs."""
    if number != number or number in (float("inf"), float("-inf")):
        raise Malformed("a number that no double holds")
    if number == 0:
        return "0"
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    # The value is 0.DIGITS times ten to the power of `point`.
    point = int(exponent or 0) + len(digits) - len(fraction)
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        text = digits + "0" * (point - len(digits))
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
        text += "e%+d" % (point - 1)
    return "-" + text if number < 0 else text


def jcs(value):
    """The canonical text of a parsed value: members sorted by UTF-16 code units."""
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return "{" + ",".join(jcs(name) + ":" + jcs(held) for name, held in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(jcs, value)) + "]"
    if isinstance(value, str):
        value.encode("utf-8")  # refuses half a surrogate pair
        return json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    try:
        return es6(float(value))
    except OverflowError:
        raise Malformed("a number that no double holds") from None


def once(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Malformed("a name stands twice in one object")
    return members


def no_constant(name):
    raise Malformed(name + " is not JSON")


def parse(text):
    return json.loads(text, object_pairs_hook=once, parse_constant=no_constant)


# --- Hashes: the chain and the tree (RFC 6962, section 2.1) ---


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def genesis(organization):
    return sha256(b"iam-audit:", organization.encode())


def record_hash(previous, canonical):
    return sha256(b"\x49", previous, canonical.encode())


def personal_digest(salt, value):
    return sha256(salt, jcs(value).encode()).hex()


def leaf(data):
    return sha256(b"\x00", data)


def node(left, right):
    return sha256(b"\x01", left, right)


class Tree:
    """The roots of the perfect subtrees that the leaves split into, the largest first."""

    def __init__(self, size=0, hashes=()):
        self.size, self.hashes = size, list(hashes)

    def append(self, record):
        last = leaf(record)
        size = self.size
        while size & 1:
            last = node(self.hashes.pop(), last)
            size >>= 1
        self.hashes.append(last)
        self.size += 1

    def root(self):
        if not self.hashes:
            return sha256()
        root = self.hashes[-1]
        for left in reversed(self.hashes[:-1]):
            root = node(left, root)
        return root


# --- Reading fields, each in its only form ---


def require(condition, message):
    if not condition:
        raise Malformed(message)


def unhex(text, what):
    digits = isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text)
    require(digits, what + " is not 64 lower-case hex digits")
    return bytes.fromhex(text)


def unbase64(text, what):
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError, TypeError):
        raise Malformed(what + " is not base64") from None
    require(b64(data) == text, what + " is not base64 in its only form")
    return data


def unhash64(text, what):
    data = unbase64(text, what)
    require(len(data) == 32, what + " is not 32 bytes long")
    return data


def b64(data):
    return base64.b64encode(data).decode()


def number(digits, what):
    found = re.fullmatch("0|[1-9][0-9]{0,18}", digits)
    require(found, what + " is not a number without leading zeros")
    return int(digits)


def integer(value, least, what):
    found = type(value) is int and least <= value < 1 << 63
    require(found, "%s is not an integer from %d" % (what, least))
    return value


def fields(line, names, optional=()):
    for name in names:
        require(name in line, "the field '%s' is missing" % name)
    for name in line:
        known = name in names or name in optional or name == "type"
        require(known, "the field '%s' is unknown" % name)
    return [line[name] for name in names]


# --- Signed notes, checkpoints, proofs: c2sp.org/signed-note, /tlog-checkpoint, /tlog-proof ---


class Key:
    """A verifier key: name+id+base64(0x01 || Ed25519 public key)."""

    def __init__(self, vkey):
        require(isinstance(vkey, str) and vkey.count("+") >= 2, "a key has the form name+id+key")
        self.name, self.id, typed = vkey.split("+", 2)
        raw = unbase64(typed, "the key's last part")
        require(len(raw) == 33 and raw[0] == 1, "the key's last part is no Ed25519 key")
        require(re.fullmatch(r"\S+", self.name), "the key's name is empty or has a space")
        identity = sha256(self.name.encode(), b"\n", raw)[:4].hex()
        require(self.id == identity, "the key's id is not " + identity)
        self.raw = raw[1:]

    def signed(self, message, signature):
        if Ed25519PublicKey is None:
            return len(signature) == 64
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, message)
            return True
        except (InvalidSignature, ValueError):
            return False


class Checkpoint:
    """A signed note that holds a checkpoint; well formed, which does not say that it is true."""

    def __init__(self, note):
        require(isinstance(note, str), "a note is text")
        require(not re.search("[\x00-\x09\x0b-\x1f]", note), "the note has a control character")
        text, gap, signatures = note.rpartition("\n\n")
        require(gap and signatures.endswith("\n"), "the note has no signature")
        self.message = (text + "\n").encode()
        lines = signatures[:-1].split("\n")
        require(len(lines) <= MAX_SIGNATURES, "the note has too many signatures")
        self.signatures = [self.signature(line) for line in lines]
        lines = text.split("\n")
        require(len(lines) >= 3 and all(lines), "a checkpoint has three lines or more, none empty")
        self.origin = lines[0]
        self.size = number(lines[1], "the checkpoint's size")
        self.root = unhash64(lines[2], "the checkpoint's root")

    @staticmethod
    def signature(line):
        match = re.fullmatch("\u2014 ([^\\s+]+) ([A-Za-z0-9+/=]+)", line)
        require(match, "a signature line of the note is malformed")
        data = unbase64(match[2], "a signature of the note")
        require(len(data) > 4, "a signature of the note is empty")
        return match[1], data[:4].hex(), data[4:]

    def trusted(self, keys):
        """Whether a known key signed, and none badly. Others' signatures say nothing."""
        known = [
            key.signed(self.message, signature)
            for name, identity, signature in self.signatures
            for key in keys
            if (key.name, key.id) == (name, identity)
        ]
        return bool(known) and all(known)

    def require_trusted(self, keys, seq):
        if not self.trusted(keys):
            signers = " ".join("%s+%s" % signer[:2] for signer in self.signatures)
            raise Broken("checkpoint_forged", seq, "a valid signature of a trusted key", signers)


class Proof:
    """A c2sp.org/tlog-proof@v1 file."""

    def __init__(self, text):
        head, gap, note = text.partition("\n\n")
        lines = head.split("\n")
        require(gap and lines[0] == "c2sp.org/tlog-proof@v1", "not a c2sp.org/tlog-proof@v1")
        lines.pop(0)
        if lines and lines[0].startswith("extra "):
            unbase64(lines.pop(0)[6:], "the proof's extra data")
        require(lines and lines[0].startswith("index "), "the proof's index is missing")
        self.index = number(lines.pop(0)[6:], "the proof's index")
        require(len(lines) < 64, "the proof is longer than any path")
        self.path = [unhash64(line, "a hash of the proof") for line in lines]
        self.checkpoint = Checkpoint(note)

    def root(self, record):
        """The root that the path leads to, or None if it leads nowhere (RFC 9162, 2.1.3.2)."""
        at, last, root = self.index, self.checkpoint.size - 1, leaf(record)
        if at > last:
            return None
        for sibling in self.path:
            if last == 0:
                return None
            if at & 1 or at == last:
                root = node(sibling, root)
                while not at & 1 and at != 0:
                    at, last = at >> 1, last >> 1
            else:
                root = node(root, sibling)
            at, last = at >> 1, last >> 1
        return root if last == 0 else None


# --- Exports ---


def warn(path, message):
    print("%s: warning: %s" % (path, message), file=sys.stderr)


def pointed(document, pointer):
    """What a JSON Pointer (RFC 6901) leads to, or None."""
    form = re.fullmatch("(/([^/~]|~[01])*)*", pointer)
    require(form, "'%s' is not a JSON Pointer" % pointer)
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(document, dict):
            document = document.get(token)
        elif isinstance(document, list) and re.fullmatch("0|[1-9][0-9]{0,9}", token):
            document = document[int(token)] if int(token) < len(document) else None
        else:
            return None
    return document


class Export:
    """Reads one export from its first line to its last, keeping nothing but where it is."""

    def __init__(self, file, keys, anchors, wanted=None):
        self.file, self.keys, self.anchors, self.wanted = file, keys, anchors, wanted
        self.line, self.cut = 0, False
        self.records = self.checkpoints = self.signatures = 0
        self.head, self.tree, self.proved = None, Tree(), {}

    def state(self):
        return {
            "records": self.records,
            "head": self.head and self.head.hex(),
            "root": self.head and b64(self.tree.root()),
            "checkpoints": self.checkpoints,
            "signatures": "checked" if self.signatures and Ed25519PublicKey else "not checked",
            **self.proved,
        }

    def next(self):
        """The next line's object, or None behind the last. A last line that was cut does not count."""
        raw = self.file.readline(MAX_LINE + 1)
        if not raw:
            return None
        self.line += 1
        require(len(raw) <= MAX_LINE, "the line is longer than %d bytes" % MAX_LINE)
        try:
            line = parse(raw.decode("utf-8"))
            typed = isinstance(line, dict) and isinstance(line.get("type"), str)
            require(typed, "not an object with a type")
            return line
        except ValueError:
            if self.line > 1 and not raw.endswith(b"\n"):
                self.cut = True
                return None
            raise

    def ending(self):
        return "a cut line" if self.cut else "nothing"

    def verify(self):
        try:
            first = self.next()
            if first and first["type"] == "proof":
                return self.proof(first)
            self.header(first)
            while True:
                line = self.next()
                if line is None:
                    place = self.tree.size + 1
                    raise Broken("tail_truncated", place, "an end line", self.ending())
                if line["type"] == "end":
                    return self.end(*fields(line, ("records", "head", "root")))
                if line["type"] == "record":
                    self.record(line)
                elif line["type"] == "checkpoint":
                    self.checkpoint(*fields(line, ("note",)))
                else:
                    raise Malformed("the type '%s' is unknown" % line["type"])
        except RecursionError:
            raise Unchecked("line %d: nested too deeply" % self.line) from None
        except ValueError as fault:
            raise Malformed("line %d: %s" % (max(self.line, 1), fault)) from None

    def header(self, line):
        require(line and line["type"] == "header", "an export begins with a header")
        first, size = self.log(line, ("from", "size"), ("prefix",))
        self.first = integer(first, 1, "'from'")
        self.size = integer(size, first - 1, "'size'")
        require(("prefix" in line) == (first > 1), "a prefix stands where 'from' is above 1")
        if first > 1:
            self.prefix(line["prefix"])
        else:
            self.head = genesis(self.organization)
        self.trust_anchors()
        self.compare_anchors()

    def log(self, line, names, optional):
        """Whose log the first line says this is, and by which keys; the fields of these names."""
        known = fields(line, ("version", "origin", "organization_id", "keys", *names), optional)
        version, self.origin, self.organization, vkeys = known[:4]
        require(type(version) is int and version == 1, "only version 1 is known")
        for name in ("origin", "organization_id"):
            require(isinstance(line[name], str) and line[name], "'%s' is not text" % name)
        require(isinstance(vkeys, list), "'keys' is not a list")
        hinted = [Key(vkey) for vkey in vkeys]
        if not self.keys:
            self.keys = hinted
            warn(self.file.name, "no --key: the export's own keys prove nothing about who signed")
        return known[4:]

    def trust_anchors(self):
        for anchor in self.anchors:
            anchor.require_trusted(self.keys, anchor.size)
            self.signatures += 1
            self.same("anchor_mismatch", anchor.size, anchor.origin, self.origin)

    def proof(self, line):
        """One record with the proof that it is in the log, instead of an export."""
        if Ed25519PublicKey is None:
            raise Unchecked(NO_LIBRARY)
        (text,) = self.log(line, ("proof",), ("check",))
        require(isinstance(text, str), "'proof' is not text")
        proof = Proof(text)
        checkpoint, place = proof.checkpoint, proof.index + 1
        checkpoint.require_trusted(self.keys, place)
        self.checkpoints, self.signatures = 1, 1
        for origin in (self.wanted or self.origin, self.origin):
            self.same("checkpoint_forged", place, origin, checkpoint.origin)
        self.trust_anchors()
        record = self.next()
        if record is None:
            raise Broken("tail_truncated", place, "a record", self.ending())
        require(record["type"] == "record", "a record follows its proof")
        self.size = place
        before = unhex(record.get("prev_hash"), "'prev_hash'")
        head = self.hashed(record, place, genesis(self.organization) if place == 1 else before)
        root = proof.root(head)
        if root != checkpoint.root:
            raise Broken("checkpoint_mismatch", place, b64(checkpoint.root), root and b64(root))
        require(self.next() is None and not self.cut, "nothing may follow the record")
        for anchor in self.anchors:
            if anchor.size != checkpoint.size:
                raise Unchecked("the anchor of size %d is not the proof's" % anchor.size)
            self.same("anchor_mismatch", anchor.size, b64(anchor.root), b64(checkpoint.root))
        self.head, self.records = head, 1
        self.proved = {"origin": self.origin, "size": checkpoint.size, "seq": place}
        self.proved.update(root=b64(checkpoint.root), record=parse(record["canonical"]))
        if "personal" in record:
            values = {at: each["value"] for at, each in record["personal"].items()}
            self.proved.update(personal=values)

    def prefix(self, prefix):
        known = isinstance(prefix, dict) and set(prefix) == {"head", "hashes"}
        require(known, "the prefix has head and hashes")
        hashes = prefix["hashes"]
        subtrees = bin(self.first - 1).count("1")
        fitting = isinstance(hashes, list) and len(hashes) == subtrees
        require(fitting, "the prefix has not %d hashes" % subtrees)
        self.tree = Tree(self.first - 1, [unhex(text, "a hash of the prefix") for text in hashes])
        self.head = unhex(prefix["head"], "the prefix's head")
        if self.tree.size & 1:  # then the last subtree is one leaf, and must be this head's
            self.same("head_mismatch", self.tree.size, leaf(self.head).hex(), hashes[-1])

    def record(self, line):
        self.head = self.hashed(line, self.tree.size + 1, self.head)
        self.tree.append(self.head)
        self.records += 1
        self.compare_anchors()

    def hashed(self, line, place, before):
        """The hash of a record, which holds at this place behind the hash before."""
        names = ("seq", "canonical", "prev_hash", "hash")
        seq, canonical, previous, hashed = fields(line, names, ("personal",))
        integer(seq, 0, "'seq'")
        require(isinstance(canonical, str), "'canonical' is not text")
        unhex(previous, "'prev_hash'")
        unhex(hashed, "'hash'")
        canonical.encode()
        document = self.document(canonical, place)
        self.same("record_altered", place, str(seq), document.get("seq"))
        if seq > place:
            there = place in self.rest(place)
            raise Broken("sequence_gap" if there else "record_missing", place, place, seq)
        self.same("sequence_gap", place, place, seq)
        if place > self.size:
            raise Broken("head_mismatch", place, self.size, seq)
        self.same("link_broken", place, before.hex(), previous)
        self.same("record_altered", place, record_hash(before, canonical).hex(), hashed)
        organization = document.get("organization_id", self.organization)
        self.same("record_altered", place, self.organization, organization)
        self.personal(line.get("personal", {}), document, place)
        return bytes.fromhex(hashed)

    def document(self, canonical, place):
        try:
            document = parse(canonical)
            text = jcs(document)
        except ValueError as fault:
            raise Broken("record_altered", place, CANONICAL_JSON, str(fault)) from None
        self.same("record_altered", place, text, canonical)
        if not isinstance(document, dict):
            raise Broken("record_altered", place, "an object", canonical)
        return document

    def personal(self, values, document, place):
        require(isinstance(values, dict), "'personal' is not an object")
        for pointer, personal in values.items():
            known = isinstance(personal, dict) and set(personal) == {"salt", "value"}
            require(known, "a personal value has salt and value")
            salt = unhex(personal["salt"], "a salt")
            try:
                digest = personal_digest(salt, personal["value"])
            except ValueError as fault:
                raise Broken("record_altered", place, CANONICAL_JSON, str(fault)) from None
            self.same("record_altered", place, {"sha256": digest}, pointed(document, pointer))

    def rest(self, place):
        """What records are still to come: that of this place, and any other's number."""
        numbers = set()
        while len(numbers) < 2 and place not in numbers:
            try:
                line = self.next()
            except (ValueError, RecursionError):
                continue
            if line is None:
                break
            if line["type"] == "record":
                numbers.add(place if line.get("seq") == place else None)
        return numbers

    def checkpoint(self, note):
        size = self.tree.size
        try:
            checkpoint = Checkpoint(note)
        except ValueError as fault:
            raise Broken("checkpoint_forged", size, "a signed checkpoint", str(fault)) from None
        checkpoint.require_trusted(self.keys, size)
        self.signatures += 1
        self.same("checkpoint_forged", size, self.origin, checkpoint.origin)
        if checkpoint.size > size:
            self.ahead(checkpoint.size, size + 1)
        self.same("checkpoint_mismatch", size, size, checkpoint.size)
        self.same("checkpoint_mismatch", size, b64(checkpoint.root), b64(self.tree.root()))
        self.checkpoints += 1

    def ahead(self, signed, place):
        """A checkpoint stands before records that it covers: it was moved, or they are gone."""
        rest = self.rest(place)
        if not rest:
            raise Broken("tail_truncated", place, signed, place - 1)
        if place not in rest:
            raise Broken("record_missing", place, signed, place - 1)

    def compare_anchors(self):
        for anchor in self.anchors:
            if anchor.size == self.tree.size:
                self.same("anchor_mismatch", anchor.size, b64(anchor.root), b64(self.tree.root()))

    def end(self, records, head, root):
        integer(records, 0, "'records'")
        unhex(head, "'head'")
        unhash64(root, "'root'")
        size = self.tree.size
        if size < self.size:
            raise Broken("tail_truncated", size + 1, self.size, size)
        if self.records < records:
            raise Broken("tail_truncated", size + 1, records, self.records)
        self.same("head_mismatch", size, self.records, records)
        self.same("head_mismatch", size, self.head.hex(), head)
        self.same("head_mismatch", size, b64(self.tree.root()), root)
        require(self.next() is None and not self.cut, "nothing may follow the end")
        for anchor in self.anchors:
            if anchor.size > size:
                raise Broken("anchor_mismatch", size + 1, anchor.size, size)
        for anchor in self.anchors:
            if anchor.size < self.first - 1:
                raise Unchecked("the anchor of size %d lies before the export" % anchor.size)
        if not self.signatures:
            warn(self.file.name, "no checkpoint: a consistent rewrite cannot be seen")

    @staticmethod
    def same(cause, seq, expected, found):
        if type(expected) is not type(found) or expected != found:
            raise Broken(cause, seq, expected, found)


# --- The command ---


def read(path):
    with open(path, "rb") as file:
        return file.read(MAX_LINE)


def read_checkpoint(path):
    try:
        return Checkpoint(read(path).decode("utf-8"))
    except ValueError as fault:
        raise Malformed("%s: %s" % (path, fault)) from None


def verify_export(path, keys, anchors, origin, result):
    if keys and Ed25519PublicKey is None:
        raise Unchecked(NO_LIBRARY)
    with open(path, "rb") as file:
        export = Export(file, keys, anchors, origin)
        try:
            export.verify()
        finally:
            result.update(export.state())


def verify_proof(path, hashed, keys, origin, result):
    if Ed25519PublicKey is None:
        raise Unchecked(NO_LIBRARY)
    proof = Proof(read(path).decode("utf-8"))
    checkpoint, seq = proof.checkpoint, proof.index + 1
    result.update(origin=checkpoint.origin, size=checkpoint.size)
    checkpoint.require_trusted(keys, seq)
    result.update(checkpoints=1, signatures="checked", root=b64(checkpoint.root))
    Export.same("checkpoint_forged", seq, origin or checkpoint.origin, checkpoint.origin)
    root = proof.root(hashed)
    if root != checkpoint.root:
        raise Broken("checkpoint_mismatch", seq, b64(checkpoint.root), root and b64(root))
    result.update(records=1, seq=seq)


def self_test(path, result):
    """Compares this file with vectors that others check, too."""
    vectors = parse(read(path).decode("utf-8"))

    def same(name, expected, found):
        Export.same("self_test " + name, None, expected, found)

    for vector in vectors["numbers"]:
        (double,) = struct.unpack(">d", bytes.fromhex(vector["ieee754"]))
        same("number", vector["text"], es6(double))
    for vector in vectors["canonical"]:
        same("canonical", vector["canonical"], jcs(parse(vector["json"])))
    for vector in vectors["personal"]:
        salt = unhex(vector["salt"], "a salt")
        same("personal", vector["sha256"], personal_digest(salt, vector["value"]))
    head, tree = genesis(vectors["organization_id"]), Tree()
    same("genesis", vectors["genesis"], head.hex())
    same("root", vectors["roots"][0], b64(tree.root()))
    for record, root in zip(vectors["records"], vectors["roots"][1:]):
        same("canonical", record["canonical"], jcs(parse(record["canonical"])))
        same("prev_hash", record["prev_hash"], head.hex())
        head = record_hash(head, record["canonical"])
        same("hash", record["hash"], head.hex())
        tree.append(head)
        same("root", root, b64(tree.root()))
    result.update(records=tree.size, head=head.hex(), root=b64(tree.root()))
    key, checkpoint = Key(vectors["key"]), Checkpoint(vectors["checkpoint"])
    checkpoint.require_trusted([key], checkpoint.size)
    same("checkpoint", vectors["roots"][checkpoint.size], b64(checkpoint.root))
    for vector in vectors["proofs"]:
        proof, hashed = Proof(vector["file"]), unhex(vector["record_hash"], "a record's hash")
        proof.checkpoint.require_trusted([key], proof.index + 1)
        same("proof", proof.checkpoint.root, proof.root(hashed))
    result.update(checkpoints=1, signatures="checked" if Ed25519PublicKey else "not checked")


def report(path, check, *arguments):
    """Runs one check, writes its line, and returns its exit code."""
    result = {"file": path, "valid": False, "records": 0, "head": None, "root": None}
    result.update(checkpoints=0, signatures="not checked")
    result.update(cause=None, seq=None, expected=None, found=None)
    code = WHOLE
    try:
        check(path, *arguments, result)
        result["valid"] = True
    except Broken as broken:
        code = BROKEN
        result.update(broken.facts)
    except (Unchecked, RecursionError, OSError) as fault:
        code = COULD_NOT_CHECK
        result["error"] = str(fault)
    except ValueError as fault:
        code = NOT_AN_EXPORT
        result["error"] = str(fault)
    if "error" in result:
        print("%s: %s" % (path, result["error"]), file=sys.stderr)
    result["exit"] = code
    print(json.dumps(result))
    return code


def main(arguments):
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    parser.add_argument("files", metavar="FILE", nargs="*", help="an export, or a saved record")
    for option, metavar, text in (
        ("--key", "VKEY", "a key that you trust, got elsewhere than from the export"),
        ("--checkpoint", "FILE", "a checkpoint kept elsewhere, which each export must extend"),
        ("--proof", "FILE", "a proof that a record is in the log"),
        ("--record-hash", "HEX", "the hash of the record of the proof"),
    ):
        parser.add_argument(option, action="append", default=[], metavar=metavar, help=text)
    parser.add_argument("--origin", help="the log that a proof must be of")
    parser.add_argument("--self-test", metavar="FILE", help="test vectors")
    options = parser.parse_args(arguments)
    if options.self_test:
        return report(options.self_test, self_test)
    if not options.files and not options.proof:
        parser.error("give an export, or a proof")
    if len(options.proof) != len(options.record_hash):
        parser.error("each --proof needs a --record-hash")
    if options.proof and not options.key:
        parser.error("--proof needs a --key: without one a proof proves nothing")
    try:
        keys = [Key(vkey) for vkey in options.key]
        hashes = [unhex(text, "--record-hash") for text in options.record_hash]
        anchors = [read_checkpoint(path) for path in options.checkpoint]
    except ValueError as fault:
        parser.error(str(fault))
    except OSError as fault:
        print(fault, file=sys.stderr)
        return COULD_NOT_CHECK
    codes = [report(path, verify_export, keys, anchors, options.origin) for path in options.files]
    for path, hashed in zip(options.proof, hashes):
        codes.append(report(path, verify_proof, hashed, keys, options.origin))
    return max(codes, key=SEVERITY.index)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
