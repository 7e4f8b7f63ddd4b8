package engine

// Check checks a configuration and computes its costs, without the forecast, which takes a pass over the ratings. Its
// errors wrap ErrConfig.
func Check(p Problem, c Config) (*Preview, error) {
	if c.Method == "" {
		c.Method = DefaultMethod
	}
	m, err := Lookup(c.Method)
	if err != nil {
		return nil, configError{err}
	}
	v, err := prepare(m, p, c)
	if err != nil {
		return nil, configError{err}
	}
	return v, nil
}
