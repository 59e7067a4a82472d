"""What the reference of the protocol promises, to hold the daemon's lines against."""

ATOMS = {
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "text": lambda value: isinstance(value, str), "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None, "any": lambda value: True,
    "beats": lambda value: type(value) in (int, float),
    "nanoseconds": lambda value: type(value) is int,
    "milliseconds": lambda value: type(value) in (int, float),
    "tally": lambda value: isinstance(value, dict)
    and all(type(count) is int for count in value.values()),
}


class Shapes:
    """The reference, what was seen of it, and what was seen and does not stand there."""

    def __init__(self, reference):
        self.methods = {command["method"]: command for command in reference["methods"]}
        self.verbs = {
            verb: command["method"] for command in reference["methods"]
            for verb in [command["method"], *command["verbs"]]}
        self.objects = {shape["name"]: shape for shape in reference["objects"]}
        self.news = {}
        for shape in [reference["resync"], *sum(reference["events"].values(), [])]:
            self.news.setdefault(shape["name"], []).append(shape)
        self.codes = {error["kind"]: error["code"] for error in reference["errors"]}
        self.seen, self.kinds, self.problems = set(), set(), {}

    def promised(self):
        """Every member that is promised, with the name of what holds it."""
        for command in self.methods.values():
            own = command["replies"][0]
            yield from ((own["name"], field["name"]) for field in own["fields"])
        for shape in [*self.objects.values(), *sum(self.news.values(), [])]:
            yield from ((shape["name"], field["name"]) for field in shape["fields"])

    # What comes.

    def method_of(self, line):
        """The method of a line of words."""
        return "edit" if ";" in line else self.verbs[line.split()[0]]

    def reply(self, method, reply):
        """Looks at a whole reply."""
        if "error" in reply:
            return self.error(reply["error"], method)
        self.object(reply["result"], self.methods[method]["replies"], method)

    def event(self, event):
        """Looks at a whole event."""
        name, params = event["method"], event["params"]
        if name not in self.news:
            return self.blame(name, "no such event")
        self.object(params, self.news[name], f"event {name}")
        if isinstance(params.get("error"), dict):
            self.kinds.add(params["error"]["data"]["kind"])

    def error(self, error, place):
        kind = error["data"]["kind"]
        self.kinds.add(kind)
        if self.codes.get(kind) != error["code"]:
            self.blame(place, f"kind {kind} with code {error['code']}")
        self.object(error, [self.objects["error"]], f"error of {place}")

    def object(self, value, shapes, place):
        """Takes in an object that is of one of some shapes."""
        problems, seen = self.best(value, shapes)
        self.seen |= seen
        for problem in problems:
            self.problems.setdefault((place, problem), None)

    def best(self, value, shapes):
        """What is wrong with an object as the shape that it is most like, and which members fit."""
        return min((self.compare(value, shape) for shape in shapes), key=lambda pair: len(pair[0]))

    def compare(self, value, shape):
        if not isinstance(value, dict):
            return [f"{value!r:.60} is no {shape['name']}"], set()
        fields = list(self.fields(shape))
        problems, seen = [], set()
        for name, member in value.items():
            found = [(owner, field["type"]) for owner, field in fields if field["name"] == name]
            if not found:
                problems.append(f"{name} is not promised")
                continue
            owner, type = found[0]
            wrong, inside = self.match(member, type)
            problems += [f"{name}: {problem}" for problem in wrong]
            seen |= inside | {(owner, name)}
        if value.get("removed") is not True:
            missing = {field["name"] for _, field in fields if "if" not in field} - value.keys()
            problems += [f"{name} is missing" for name in sorted(missing)]
        return problems, seen

    def fields(self, shape):
        """A shape's members and those of what it is like, each with the name of its owner."""
        yield from ((shape["name"], field) for field in shape["fields"])
        for name in shape["like"]:
            yield from self.fields(self.objects[name])

    def match(self, value, type):
        """What is wrong with a value as one of a type, and which members of its objects fit."""
        if type.startswith("list of (") or (type.startswith("list of ") and " or " not in type):
            if not isinstance(value, list):
                return [f"{value!r:.60} is no list"], set()
            element = type.removeprefix("list of ").strip("()")
            results = [self.match(item, element) for item in value]
            return ([problem for wrong, _ in results for problem in wrong],
                    set().union(*(seen for _, seen in results)))
        if " or " in type:
            results = [self.match(value, one) for one in type.split(" or ")]
            return min(results, key=lambda result: len(result[0]))
        if type in ATOMS:
            return ([] if ATOMS[type](value) else [f"{value!r:.60} is no {type}"]), set()
        return self.best(value, [self.objects[type]])

    def blame(self, place, why):
        self.problems.setdefault((place, why), None)
